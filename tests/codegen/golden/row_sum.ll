; split 1 by 128 as loop
; split 3 by 16 as vector
; mark 5 as unroll
; split 4 by 16 as vector
; mark 0 as grid
define void @fold_64_over_1000(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %acc21 = alloca <16 x float>
  %acc22 = alloca <16 x float>
  %acc23 = alloca <16 x float>
  %acc24 = alloca <16 x float>
  %acc25 = alloca <16 x float>
  %acc26 = alloca <16 x float>
  %acc27 = alloca <16 x float>
  %acc28 = alloca <16 x float>
  %acc29 = alloca <16 x float>
  %acc30 = alloca float
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v0 = getelementptr inbounds float, ptr %d0, i64 %g0
  %v1 = mul nsw i64 %g0, 1000
  store <16 x float> splat (float 0x0000000000000000), ptr %acc21
  store <16 x float> splat (float 0x0000000000000000), ptr %acc22
  store <16 x float> splat (float 0x0000000000000000), ptr %acc23
  store <16 x float> splat (float 0x0000000000000000), ptr %acc24
  store <16 x float> splat (float 0x0000000000000000), ptr %acc25
  store <16 x float> splat (float 0x0000000000000000), ptr %acc26
  store <16 x float> splat (float 0x0000000000000000), ptr %acc27
  store <16 x float> splat (float 0x0000000000000000), ptr %acc28
  store <16 x float> splat (float 0x0000000000000000), ptr %acc29
  store float 0x0000000000000000, ptr %acc30
  br label %r1.head
r1.head:
  %r1 = phi i64 [ 0, %g0.body ], [ %r1.next, %r1.last ]
  %r1.more = icmp slt i64 %r1, 7
  br i1 %r1.more, label %r1.body, label %r1.done
r1.body:
  %v2 = mul nsw i64 %r1, 128
  %v3 = add nsw i64 %v1, %v2
  %v4 = getelementptr inbounds float, ptr %d1, i64 %v3
  %v5 = load <16 x float>, ptr %v4, align 4
  %v6 = load <16 x float>, ptr %acc21
  %v7 = fadd contract <16 x float> %v6, %v5
  store <16 x float> %v7, ptr %acc21
  %v8 = add nsw i64 %v3, 16
  %v9 = getelementptr inbounds float, ptr %d1, i64 %v8
  %v10 = load <16 x float>, ptr %v9, align 4
  %v11 = load <16 x float>, ptr %acc22
  %v12 = fadd contract <16 x float> %v11, %v10
  store <16 x float> %v12, ptr %acc22
  %v13 = add nsw i64 %v3, 32
  %v14 = getelementptr inbounds float, ptr %d1, i64 %v13
  %v15 = load <16 x float>, ptr %v14, align 4
  %v16 = load <16 x float>, ptr %acc23
  %v17 = fadd contract <16 x float> %v16, %v15
  store <16 x float> %v17, ptr %acc23
  %v18 = add nsw i64 %v3, 48
  %v19 = getelementptr inbounds float, ptr %d1, i64 %v18
  %v20 = load <16 x float>, ptr %v19, align 4
  %v21 = load <16 x float>, ptr %acc24
  %v22 = fadd contract <16 x float> %v21, %v20
  store <16 x float> %v22, ptr %acc24
  %v23 = add nsw i64 %v3, 64
  %v24 = getelementptr inbounds float, ptr %d1, i64 %v23
  %v25 = load <16 x float>, ptr %v24, align 4
  %v26 = load <16 x float>, ptr %acc25
  %v27 = fadd contract <16 x float> %v26, %v25
  store <16 x float> %v27, ptr %acc25
  %v28 = add nsw i64 %v3, 80
  %v29 = getelementptr inbounds float, ptr %d1, i64 %v28
  %v30 = load <16 x float>, ptr %v29, align 4
  %v31 = load <16 x float>, ptr %acc26
  %v32 = fadd contract <16 x float> %v31, %v30
  store <16 x float> %v32, ptr %acc26
  %v33 = add nsw i64 %v3, 96
  %v34 = getelementptr inbounds float, ptr %d1, i64 %v33
  %v35 = load <16 x float>, ptr %v34, align 4
  %v36 = load <16 x float>, ptr %acc27
  %v37 = fadd contract <16 x float> %v36, %v35
  store <16 x float> %v37, ptr %acc27
  %v38 = add nsw i64 %v3, 112
  %v39 = getelementptr inbounds float, ptr %d1, i64 %v38
  %v40 = load <16 x float>, ptr %v39, align 4
  %v41 = load <16 x float>, ptr %acc28
  %v42 = fadd contract <16 x float> %v41, %v40
  store <16 x float> %v42, ptr %acc28
  br label %r1.last
r1.last:
  %r1.next = add nsw i64 %r1, 1
  br label %r1.head
r1.done:
  %v43 = load <16 x float>, ptr %acc21
  %v44 = load <16 x float>, ptr %acc22
  %v45 = load <16 x float>, ptr %acc23
  %v46 = load <16 x float>, ptr %acc24
  %v47 = load <16 x float>, ptr %acc25
  %v48 = load <16 x float>, ptr %acc26
  %v49 = load <16 x float>, ptr %acc27
  %v50 = load <16 x float>, ptr %acc28
  %v51 = fadd contract <16 x float> %v43, %v44
  %v52 = fadd contract <16 x float> %v45, %v46
  %v53 = fadd contract <16 x float> %v51, %v52
  %v54 = fadd contract <16 x float> %v47, %v48
  %v55 = fadd contract <16 x float> %v49, %v50
  %v56 = fadd contract <16 x float> %v54, %v55
  %v57 = fadd contract <16 x float> %v53, %v56
  %v58 = extractelement <16 x float> %v57, i64 0
  %v59 = extractelement <16 x float> %v57, i64 1
  %v60 = fadd contract float %v58, %v59
  %v61 = extractelement <16 x float> %v57, i64 2
  %v62 = extractelement <16 x float> %v57, i64 3
  %v63 = fadd contract float %v61, %v62
  %v64 = fadd contract float %v60, %v63
  %v65 = extractelement <16 x float> %v57, i64 4
  %v66 = extractelement <16 x float> %v57, i64 5
  %v67 = fadd contract float %v65, %v66
  %v68 = extractelement <16 x float> %v57, i64 6
  %v69 = extractelement <16 x float> %v57, i64 7
  %v70 = fadd contract float %v68, %v69
  %v71 = fadd contract float %v67, %v70
  %v72 = fadd contract float %v64, %v71
  %v73 = extractelement <16 x float> %v57, i64 8
  %v74 = extractelement <16 x float> %v57, i64 9
  %v75 = fadd contract float %v73, %v74
  %v76 = extractelement <16 x float> %v57, i64 10
  %v77 = extractelement <16 x float> %v57, i64 11
  %v78 = fadd contract float %v76, %v77
  %v79 = fadd contract float %v75, %v78
  %v80 = extractelement <16 x float> %v57, i64 12
  %v81 = extractelement <16 x float> %v57, i64 13
  %v82 = fadd contract float %v80, %v81
  %v83 = extractelement <16 x float> %v57, i64 14
  %v84 = extractelement <16 x float> %v57, i64 15
  %v85 = fadd contract float %v83, %v84
  %v86 = fadd contract float %v82, %v85
  %v87 = fadd contract float %v79, %v86
  %v88 = fadd contract float %v72, %v87
  br label %r2.head
r2.head:
  %r2 = phi i64 [ 0, %r1.done ], [ %r2.next, %r2.last ]
  %r2.more = icmp slt i64 %r2, 6
  br i1 %r2.more, label %r2.body, label %r2.done
r2.body:
  %v89 = mul nsw i64 %r2, 16
  %v90 = add nsw i64 %v1, %v89
  %v91 = add nsw i64 %v90, 896
  %v92 = getelementptr inbounds float, ptr %d1, i64 %v91
  %v93 = load <16 x float>, ptr %v92, align 4
  %v94 = load <16 x float>, ptr %acc29
  %v95 = fadd contract <16 x float> %v94, %v93
  store <16 x float> %v95, ptr %acc29
  br label %r2.last
r2.last:
  %r2.next = add nsw i64 %r2, 1
  br label %r2.head
r2.done:
  %v96 = load <16 x float>, ptr %acc29
  %v97 = extractelement <16 x float> %v96, i64 0
  %v98 = extractelement <16 x float> %v96, i64 1
  %v99 = fadd contract float %v97, %v98
  %v100 = extractelement <16 x float> %v96, i64 2
  %v101 = extractelement <16 x float> %v96, i64 3
  %v102 = fadd contract float %v100, %v101
  %v103 = fadd contract float %v99, %v102
  %v104 = extractelement <16 x float> %v96, i64 4
  %v105 = extractelement <16 x float> %v96, i64 5
  %v106 = fadd contract float %v104, %v105
  %v107 = extractelement <16 x float> %v96, i64 6
  %v108 = extractelement <16 x float> %v96, i64 7
  %v109 = fadd contract float %v107, %v108
  %v110 = fadd contract float %v106, %v109
  %v111 = fadd contract float %v103, %v110
  %v112 = extractelement <16 x float> %v96, i64 8
  %v113 = extractelement <16 x float> %v96, i64 9
  %v114 = fadd contract float %v112, %v113
  %v115 = extractelement <16 x float> %v96, i64 10
  %v116 = extractelement <16 x float> %v96, i64 11
  %v117 = fadd contract float %v115, %v116
  %v118 = fadd contract float %v114, %v117
  %v119 = extractelement <16 x float> %v96, i64 12
  %v120 = extractelement <16 x float> %v96, i64 13
  %v121 = fadd contract float %v119, %v120
  %v122 = extractelement <16 x float> %v96, i64 14
  %v123 = extractelement <16 x float> %v96, i64 15
  %v124 = fadd contract float %v122, %v123
  %v125 = fadd contract float %v121, %v124
  %v126 = fadd contract float %v118, %v125
  %v127 = fadd contract float %v111, %v126
  br label %r3.head
r3.head:
  %r3 = phi i64 [ 0, %r2.done ], [ %r3.next, %r3.last ]
  %r3.more = icmp slt i64 %r3, 8
  br i1 %r3.more, label %r3.body, label %r3.done
r3.body:
  %v128 = add nsw i64 %v1, %r3
  %v129 = add nsw i64 %v128, 992
  %v130 = getelementptr inbounds float, ptr %d1, i64 %v129
  %v131 = load float, ptr %v130, align 4
  %v132 = load float, ptr %acc30
  %v133 = fadd contract float %v132, %v131
  store float %v133, ptr %acc30
  br label %r3.last
r3.last:
  %r3.next = add nsw i64 %r3, 1
  br label %r3.head
r3.done:
  %v134 = load float, ptr %acc30
  %v135 = fadd contract float %v127, %v134
  %v136 = fadd contract float %v88, %v135
  store float %v136, ptr %v0, align 4
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
