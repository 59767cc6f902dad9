define void @all_ops_bool_4(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %d3_at = getelementptr inbounds ptr, ptr %bufs, i64 3
  %d3 = load ptr, ptr %d3_at, align 8, !invariant.load !{}
  %d4_at = getelementptr inbounds ptr, ptr %bufs, i64 4
  %d4 = load ptr, ptr %d4_at, align 8, !invariant.load !{}
  %d5_at = getelementptr inbounds ptr, ptr %bufs, i64 5
  %d5 = load ptr, ptr %d5_at, align 8, !invariant.load !{}
  %d6_at = getelementptr inbounds ptr, ptr %bufs, i64 6
  %d6 = load ptr, ptr %d6_at, align 8, !invariant.load !{}
  %d7_at = getelementptr inbounds ptr, ptr %bufs, i64 7
  %d7 = load ptr, ptr %d7_at, align 8, !invariant.load !{}
  %d8_at = getelementptr inbounds ptr, ptr %bufs, i64 8
  %d8 = load ptr, ptr %d8_at, align 8, !invariant.load !{}
  %d9_at = getelementptr inbounds ptr, ptr %bufs, i64 9
  %d9 = load ptr, ptr %d9_at, align 8, !invariant.load !{}
  %d10_at = getelementptr inbounds ptr, ptr %bufs, i64 10
  %d10 = load ptr, ptr %d10_at, align 8, !invariant.load !{}
  %d11_at = getelementptr inbounds ptr, ptr %bufs, i64 11
  %d11 = load ptr, ptr %d11_at, align 8, !invariant.load !{}
  %d12_at = getelementptr inbounds ptr, ptr %bufs, i64 12
  %d12 = load ptr, ptr %d12_at, align 8, !invariant.load !{}
  %d13_at = getelementptr inbounds ptr, ptr %bufs, i64 13
  %d13 = load ptr, ptr %d13_at, align 8, !invariant.load !{}
  %d14_at = getelementptr inbounds ptr, ptr %bufs, i64 14
  %d14 = load ptr, ptr %d14_at, align 8, !invariant.load !{}
  %d15_at = getelementptr inbounds ptr, ptr %bufs, i64 15
  %d15 = load ptr, ptr %d15_at, align 8, !invariant.load !{}
  %d16_at = getelementptr inbounds ptr, ptr %bufs, i64 16
  %d16 = load ptr, ptr %d16_at, align 8, !invariant.load !{}
  %d17_at = getelementptr inbounds ptr, ptr %bufs, i64 17
  %d17 = load ptr, ptr %d17_at, align 8, !invariant.load !{}
  %d18_at = getelementptr inbounds ptr, ptr %bufs, i64 18
  %d18 = load ptr, ptr %d18_at, align 8, !invariant.load !{}
  %d19_at = getelementptr inbounds ptr, ptr %bufs, i64 19
  %d19 = load ptr, ptr %d19_at, align 8, !invariant.load !{}
  %d20_at = getelementptr inbounds ptr, ptr %bufs, i64 20
  %d20 = load ptr, ptr %d20_at, align 8, !invariant.load !{}
  %d21_at = getelementptr inbounds ptr, ptr %bufs, i64 21
  %d21 = load ptr, ptr %d21_at, align 8, !invariant.load !{}
  %d22_at = getelementptr inbounds ptr, ptr %bufs, i64 22
  %d22 = load ptr, ptr %d22_at, align 8, !invariant.load !{}
  %d23_at = getelementptr inbounds ptr, ptr %bufs, i64 23
  %d23 = load ptr, ptr %d23_at, align 8, !invariant.load !{}
  %d24_at = getelementptr inbounds ptr, ptr %bufs, i64 24
  %d24 = load ptr, ptr %d24_at, align 8, !invariant.load !{}
  %d25_at = getelementptr inbounds ptr, ptr %bufs, i64 25
  %d25 = load ptr, ptr %d25_at, align 8, !invariant.load !{}
  %d26_at = getelementptr inbounds ptr, ptr %bufs, i64 26
  %d26 = load ptr, ptr %d26_at, align 8, !invariant.load !{}
  %d27_at = getelementptr inbounds ptr, ptr %bufs, i64 27
  %d27 = load ptr, ptr %d27_at, align 8, !invariant.load !{}
  %d28_at = getelementptr inbounds ptr, ptr %bufs, i64 28
  %d28 = load ptr, ptr %d28_at, align 8, !invariant.load !{}
  %d29_at = getelementptr inbounds ptr, ptr %bufs, i64 29
  %d29 = load ptr, ptr %d29_at, align 8, !invariant.load !{}
  %d30_at = getelementptr inbounds ptr, ptr %bufs, i64 30
  %d30 = load ptr, ptr %d30_at, align 8, !invariant.load !{}
  %d31_at = getelementptr inbounds ptr, ptr %bufs, i64 31
  %d31 = load ptr, ptr %d31_at, align 8, !invariant.load !{}
  %d32_at = getelementptr inbounds ptr, ptr %bufs, i64 32
  %d32 = load ptr, ptr %d32_at, align 8, !invariant.load !{}
  %d33_at = getelementptr inbounds ptr, ptr %bufs, i64 33
  %d33 = load ptr, ptr %d33_at, align 8, !invariant.load !{}
  %d34_at = getelementptr inbounds ptr, ptr %bufs, i64 34
  %d34 = load ptr, ptr %d34_at, align 8, !invariant.load !{}
  %d35_at = getelementptr inbounds ptr, ptr %bufs, i64 35
  %d35 = load ptr, ptr %d35_at, align 8, !invariant.load !{}
  %d36_at = getelementptr inbounds ptr, ptr %bufs, i64 36
  %d36 = load ptr, ptr %d36_at, align 8, !invariant.load !{}
  %d37_at = getelementptr inbounds ptr, ptr %bufs, i64 37
  %d37 = load ptr, ptr %d37_at, align 8, !invariant.load !{}
  %d38_at = getelementptr inbounds ptr, ptr %bufs, i64 38
  %d38 = load ptr, ptr %d38_at, align 8, !invariant.load !{}
  %d39_at = getelementptr inbounds ptr, ptr %bufs, i64 39
  %d39 = load ptr, ptr %d39_at, align 8, !invariant.load !{}
  %d40_at = getelementptr inbounds ptr, ptr %bufs, i64 40
  %d40 = load ptr, ptr %d40_at, align 8, !invariant.load !{}
  %d41_at = getelementptr inbounds ptr, ptr %bufs, i64 41
  %d41 = load ptr, ptr %d41_at, align 8, !invariant.load !{}
  %d42_at = getelementptr inbounds ptr, ptr %bufs, i64 42
  %d42 = load ptr, ptr %d42_at, align 8, !invariant.load !{}
  %d43_at = getelementptr inbounds ptr, ptr %bufs, i64 43
  %d43 = load ptr, ptr %d43_at, align 8, !invariant.load !{}
  br label %i0.head
i0.head:
  %i0 = phi i64 [ 0, %entry ], [ %i0.next, %i0.last ]
  %i0.more = icmp slt i64 %i0, 12
  br i1 %i0.more, label %i0.body, label %i0.done
i0.body:
  %v0 = mul nsw i64 %i0, 4
  %v1 = getelementptr inbounds i8, ptr %d1, i64 %v0
  %v2 = load <4 x i8>, ptr %v1, align 1
  %v3 = icmp ne <4 x i8> %v2, zeroinitializer
  %v4 = getelementptr inbounds i8, ptr %d2, i64 %v0
  %v5 = load <4 x i8>, ptr %v4, align 1
  %v6 = icmp ne <4 x i8> %v5, zeroinitializer
  %v7 = getelementptr inbounds i8, ptr %d3, i64 %v0
  %v8 = load <4 x i8>, ptr %v7, align 1
  %v9 = icmp ne <4 x i8> %v8, zeroinitializer
  %v10 = or <4 x i1> %v3, %v6
  %v11 = getelementptr inbounds i8, ptr %d0, i64 %v0
  %v12 = zext <4 x i1> %v10 to <4 x i8>
  store <4 x i8> %v12, ptr %v11, align 1
  br label %i0.last
i0.last:
  %i0.next = add nsw i64 %i0, 1
  br label %i0.head
i0.done:
  br label %i1.head
i1.head:
  %i1 = phi i64 [ 0, %i0.done ], [ %i1.next, %i1.last ]
  %i1.more = icmp slt i64 %i1, 12
  br i1 %i1.more, label %i1.body, label %i1.done
i1.body:
  %v13 = mul nsw i64 %i1, 4
  %v14 = getelementptr inbounds i8, ptr %d5, i64 %v13
  %v15 = load <4 x i8>, ptr %v14, align 1
  %v16 = icmp ne <4 x i8> %v15, zeroinitializer
  %v17 = getelementptr inbounds i8, ptr %d6, i64 %v13
  %v18 = load <4 x i8>, ptr %v17, align 1
  %v19 = icmp ne <4 x i8> %v18, zeroinitializer
  %v20 = getelementptr inbounds i8, ptr %d7, i64 %v13
  %v21 = load <4 x i8>, ptr %v20, align 1
  %v22 = icmp ne <4 x i8> %v21, zeroinitializer
  %v23 = and <4 x i1> %v16, %v19
  %v24 = getelementptr inbounds i8, ptr %d4, i64 %v13
  %v25 = zext <4 x i1> %v23 to <4 x i8>
  store <4 x i8> %v25, ptr %v24, align 1
  br label %i1.last
i1.last:
  %i1.next = add nsw i64 %i1, 1
  br label %i1.head
i1.done:
  br label %i2.head
i2.head:
  %i2 = phi i64 [ 0, %i1.done ], [ %i2.next, %i2.last ]
  %i2.more = icmp slt i64 %i2, 12
  br i1 %i2.more, label %i2.body, label %i2.done
i2.body:
  %v26 = mul nsw i64 %i2, 4
  %v27 = getelementptr inbounds i8, ptr %d9, i64 %v26
  %v28 = load <4 x i8>, ptr %v27, align 1
  %v29 = icmp ne <4 x i8> %v28, zeroinitializer
  %v30 = getelementptr inbounds i8, ptr %d10, i64 %v26
  %v31 = load <4 x i8>, ptr %v30, align 1
  %v32 = icmp ne <4 x i8> %v31, zeroinitializer
  %v33 = getelementptr inbounds i8, ptr %d11, i64 %v26
  %v34 = load <4 x i8>, ptr %v33, align 1
  %v35 = icmp ne <4 x i8> %v34, zeroinitializer
  %v36 = or <4 x i1> %v29, %v32
  %v37 = getelementptr inbounds i8, ptr %d8, i64 %v26
  %v38 = zext <4 x i1> %v36 to <4 x i8>
  store <4 x i8> %v38, ptr %v37, align 1
  br label %i2.last
i2.last:
  %i2.next = add nsw i64 %i2, 1
  br label %i2.head
i2.done:
  br label %i3.head
i3.head:
  %i3 = phi i64 [ 0, %i2.done ], [ %i3.next, %i3.last ]
  %i3.more = icmp slt i64 %i3, 12
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v39 = mul nsw i64 %i3, 4
  %v40 = getelementptr inbounds i8, ptr %d13, i64 %v39
  %v41 = load <4 x i8>, ptr %v40, align 1
  %v42 = icmp ne <4 x i8> %v41, zeroinitializer
  %v43 = getelementptr inbounds i8, ptr %d14, i64 %v39
  %v44 = load <4 x i8>, ptr %v43, align 1
  %v45 = icmp ne <4 x i8> %v44, zeroinitializer
  %v46 = getelementptr inbounds i8, ptr %d15, i64 %v39
  %v47 = load <4 x i8>, ptr %v46, align 1
  %v48 = icmp ne <4 x i8> %v47, zeroinitializer
  %v49 = icmp ult <4 x i1> %v42, %v45
  %v50 = getelementptr inbounds i8, ptr %d12, i64 %v39
  %v51 = zext <4 x i1> %v49 to <4 x i8>
  store <4 x i8> %v51, ptr %v50, align 1
  br label %i3.last
i3.last:
  %i3.next = add nsw i64 %i3, 1
  br label %i3.head
i3.done:
  br label %i4.head
i4.head:
  %i4 = phi i64 [ 0, %i3.done ], [ %i4.next, %i4.last ]
  %i4.more = icmp slt i64 %i4, 12
  br i1 %i4.more, label %i4.body, label %i4.done
i4.body:
  %v52 = mul nsw i64 %i4, 4
  %v53 = getelementptr inbounds i8, ptr %d17, i64 %v52
  %v54 = load <4 x i8>, ptr %v53, align 1
  %v55 = icmp ne <4 x i8> %v54, zeroinitializer
  %v56 = getelementptr inbounds i8, ptr %d18, i64 %v52
  %v57 = load <4 x i8>, ptr %v56, align 1
  %v58 = icmp ne <4 x i8> %v57, zeroinitializer
  %v59 = getelementptr inbounds i8, ptr %d19, i64 %v52
  %v60 = load <4 x i8>, ptr %v59, align 1
  %v61 = icmp ne <4 x i8> %v60, zeroinitializer
  %v62 = icmp ne <4 x i1> %v55, %v58
  %v63 = getelementptr inbounds i8, ptr %d16, i64 %v52
  %v64 = zext <4 x i1> %v62 to <4 x i8>
  store <4 x i8> %v64, ptr %v63, align 1
  br label %i4.last
i4.last:
  %i4.next = add nsw i64 %i4, 1
  br label %i4.head
i4.done:
  br label %i5.head
i5.head:
  %i5 = phi i64 [ 0, %i4.done ], [ %i5.next, %i5.last ]
  %i5.more = icmp slt i64 %i5, 12
  br i1 %i5.more, label %i5.body, label %i5.done
i5.body:
  %v65 = mul nsw i64 %i5, 4
  %v66 = getelementptr inbounds i8, ptr %d21, i64 %v65
  %v67 = load <4 x i8>, ptr %v66, align 1
  %v68 = icmp ne <4 x i8> %v67, zeroinitializer
  %v69 = getelementptr inbounds i8, ptr %d22, i64 %v65
  %v70 = load <4 x i8>, ptr %v69, align 1
  %v71 = icmp ne <4 x i8> %v70, zeroinitializer
  %v72 = getelementptr inbounds i8, ptr %d23, i64 %v65
  %v73 = load <4 x i8>, ptr %v72, align 1
  %v74 = icmp ne <4 x i8> %v73, zeroinitializer
  %v75 = icmp eq <4 x i1> %v68, %v71
  %v76 = getelementptr inbounds i8, ptr %d20, i64 %v65
  %v77 = zext <4 x i1> %v75 to <4 x i8>
  store <4 x i8> %v77, ptr %v76, align 1
  br label %i5.last
i5.last:
  %i5.next = add nsw i64 %i5, 1
  br label %i5.head
i5.done:
  br label %i6.head
i6.head:
  %i6 = phi i64 [ 0, %i5.done ], [ %i6.next, %i6.last ]
  %i6.more = icmp slt i64 %i6, 12
  br i1 %i6.more, label %i6.body, label %i6.done
i6.body:
  %v78 = mul nsw i64 %i6, 4
  %v79 = getelementptr inbounds i8, ptr %d25, i64 %v78
  %v80 = load <4 x i8>, ptr %v79, align 1
  %v81 = icmp ne <4 x i8> %v80, zeroinitializer
  %v82 = getelementptr inbounds i8, ptr %d26, i64 %v78
  %v83 = load <4 x i8>, ptr %v82, align 1
  %v84 = icmp ne <4 x i8> %v83, zeroinitializer
  %v85 = getelementptr inbounds i8, ptr %d27, i64 %v78
  %v86 = load <4 x i8>, ptr %v85, align 1
  %v87 = icmp ne <4 x i8> %v86, zeroinitializer
  %v88 = select <4 x i1> %v87, <4 x i1> %v81, <4 x i1> %v84
  %v89 = getelementptr inbounds i8, ptr %d24, i64 %v78
  %v90 = zext <4 x i1> %v88 to <4 x i8>
  store <4 x i8> %v90, ptr %v89, align 1
  br label %i6.last
i6.last:
  %i6.next = add nsw i64 %i6, 1
  br label %i6.head
i6.done:
  br label %i7.head
i7.head:
  %i7 = phi i64 [ 0, %i6.done ], [ %i7.next, %i7.last ]
  %i7.more = icmp slt i64 %i7, 12
  br i1 %i7.more, label %i7.body, label %i7.done
i7.body:
  %v91 = mul nsw i64 %i7, 4
  %v92 = getelementptr inbounds i8, ptr %d29, i64 %v91
  %v93 = load <4 x i8>, ptr %v92, align 1
  %v94 = icmp ne <4 x i8> %v93, zeroinitializer
  %v95 = getelementptr inbounds i8, ptr %d30, i64 %v91
  %v96 = load <4 x i8>, ptr %v95, align 1
  %v97 = icmp ne <4 x i8> %v96, zeroinitializer
  %v98 = getelementptr inbounds i8, ptr %d31, i64 %v91
  %v99 = load <4 x i8>, ptr %v98, align 1
  %v100 = icmp ne <4 x i8> %v99, zeroinitializer
  %v101 = and <4 x i1> %v94, %v97
  %v102 = getelementptr inbounds i8, ptr %d28, i64 %v91
  %v103 = zext <4 x i1> %v101 to <4 x i8>
  store <4 x i8> %v103, ptr %v102, align 1
  br label %i7.last
i7.last:
  %i7.next = add nsw i64 %i7, 1
  br label %i7.head
i7.done:
  br label %i8.head
i8.head:
  %i8 = phi i64 [ 0, %i7.done ], [ %i8.next, %i8.last ]
  %i8.more = icmp slt i64 %i8, 12
  br i1 %i8.more, label %i8.body, label %i8.done
i8.body:
  %v104 = mul nsw i64 %i8, 4
  %v105 = getelementptr inbounds i8, ptr %d33, i64 %v104
  %v106 = load <4 x i8>, ptr %v105, align 1
  %v107 = icmp ne <4 x i8> %v106, zeroinitializer
  %v108 = getelementptr inbounds i8, ptr %d34, i64 %v104
  %v109 = load <4 x i8>, ptr %v108, align 1
  %v110 = icmp ne <4 x i8> %v109, zeroinitializer
  %v111 = getelementptr inbounds i8, ptr %d35, i64 %v104
  %v112 = load <4 x i8>, ptr %v111, align 1
  %v113 = icmp ne <4 x i8> %v112, zeroinitializer
  %v114 = or <4 x i1> %v107, %v110
  %v115 = getelementptr inbounds i8, ptr %d32, i64 %v104
  %v116 = zext <4 x i1> %v114 to <4 x i8>
  store <4 x i8> %v116, ptr %v115, align 1
  br label %i8.last
i8.last:
  %i8.next = add nsw i64 %i8, 1
  br label %i8.head
i8.done:
  br label %i9.head
i9.head:
  %i9 = phi i64 [ 0, %i8.done ], [ %i9.next, %i9.last ]
  %i9.more = icmp slt i64 %i9, 12
  br i1 %i9.more, label %i9.body, label %i9.done
i9.body:
  %v117 = mul nsw i64 %i9, 4
  %v118 = getelementptr inbounds i8, ptr %d37, i64 %v117
  %v119 = load <4 x i8>, ptr %v118, align 1
  %v120 = icmp ne <4 x i8> %v119, zeroinitializer
  %v121 = getelementptr inbounds i8, ptr %d38, i64 %v117
  %v122 = load <4 x i8>, ptr %v121, align 1
  %v123 = icmp ne <4 x i8> %v122, zeroinitializer
  %v124 = getelementptr inbounds i8, ptr %d39, i64 %v117
  %v125 = load <4 x i8>, ptr %v124, align 1
  %v126 = icmp ne <4 x i8> %v125, zeroinitializer
  %v127 = xor <4 x i1> %v120, %v123
  %v128 = getelementptr inbounds i8, ptr %d36, i64 %v117
  %v129 = zext <4 x i1> %v127 to <4 x i8>
  store <4 x i8> %v129, ptr %v128, align 1
  br label %i9.last
i9.last:
  %i9.next = add nsw i64 %i9, 1
  br label %i9.head
i9.done:
  br label %i10.head
i10.head:
  %i10 = phi i64 [ 0, %i9.done ], [ %i10.next, %i10.last ]
  %i10.more = icmp slt i64 %i10, 12
  br i1 %i10.more, label %i10.body, label %i10.done
i10.body:
  %v130 = mul nsw i64 %i10, 4
  %v131 = getelementptr inbounds i8, ptr %d41, i64 %v130
  %v132 = load <4 x i8>, ptr %v131, align 1
  %v133 = icmp ne <4 x i8> %v132, zeroinitializer
  %v134 = getelementptr inbounds i8, ptr %d42, i64 %v130
  %v135 = load <4 x i8>, ptr %v134, align 1
  %v136 = icmp ne <4 x i8> %v135, zeroinitializer
  %v137 = getelementptr inbounds i8, ptr %d43, i64 %v130
  %v138 = load <4 x i8>, ptr %v137, align 1
  %v139 = icmp ne <4 x i8> %v138, zeroinitializer
  %v140 = xor <4 x i1> %v133, splat (i1 true)
  %v141 = getelementptr inbounds i8, ptr %d40, i64 %v130
  %v142 = zext <4 x i1> %v140 to <4 x i8>
  store <4 x i8> %v142, ptr %v141, align 1
  br label %i10.last
i10.last:
  %i10.next = add nsw i64 %i10, 1
  br label %i10.head
i10.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
