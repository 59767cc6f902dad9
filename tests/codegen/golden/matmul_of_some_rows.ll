; split a by 8 as unroll overlap
; split b by 48 as loop
; split b.1 by 16 as vector
; mark b.1.0 as unroll
; cache 1 b.0 c b.1.0 b.1.1 by 16 as thread
; order a.0 b.0
define void @product_64_96_over_128(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %n0_at = getelementptr inbounds i64, ptr %vars, i64 0
  %n0 = load i64, ptr %n0_at, align 8, !invariant.load !{}  ; rows
  %tile0 = getelementptr inbounds i8, ptr %scratch, i64 0
  %acc99 = alloca <16 x float>
  %acc100 = alloca <16 x float>
  %acc101 = alloca <16 x float>
  %acc102 = alloca <16 x float>
  %acc103 = alloca <16 x float>
  %acc104 = alloca <16 x float>
  %acc105 = alloca <16 x float>
  %acc106 = alloca <16 x float>
  %acc107 = alloca <16 x float>
  %acc108 = alloca <16 x float>
  %acc109 = alloca <16 x float>
  %acc110 = alloca <16 x float>
  %acc111 = alloca <16 x float>
  %acc112 = alloca <16 x float>
  %acc113 = alloca <16 x float>
  %acc114 = alloca <16 x float>
  %acc115 = alloca <16 x float>
  %acc116 = alloca <16 x float>
  %acc117 = alloca <16 x float>
  %acc118 = alloca <16 x float>
  %acc119 = alloca <16 x float>
  %acc120 = alloca <16 x float>
  %acc121 = alloca <16 x float>
  %acc122 = alloca <16 x float>
  %v0 = add nsw i64 %n0, 7
  %v1 = sdiv i64 %v0, 8
  %v2 = add nsw i64 %n0, -1
  br label %i0.head
i0.head:
  %i0 = phi i64 [ 0, %entry ], [ %i0.next, %i0.last ]
  %i0.more = icmp slt i64 %i0, 128
  br i1 %i0.more, label %i0.body, label %i0.done
i0.body:
  %v3 = mul nsw i64 %i0, 48
  %v4 = mul nsw i64 %i0, 96
  br label %i1.head
i1.head:
  %i1 = phi i64 [ 0, %i0.body ], [ %i1.next, %i1.last ]
  %i1.more = icmp slt i64 %i1, 2
  br i1 %i1.more, label %i1.body, label %i1.done
i1.body:
  %v5 = mul nsw i64 %i1, 6144
  %v6 = add nsw i64 %v3, %v5
  %v7 = getelementptr inbounds float, ptr %tile0, i64 %v6
  %v8 = mul nsw i64 %i1, 48
  %v9 = add nsw i64 %v4, %v8
  %v10 = getelementptr inbounds float, ptr %d2, i64 %v9
  %v11 = load <16 x float>, ptr %v10, align 4
  store <16 x float> %v11, ptr %v7, align 4
  %v12 = getelementptr float, ptr %tile0, i64 %v6
  %v13 = getelementptr float, ptr %v12, i64 16
  %v14 = getelementptr float, ptr %d2, i64 %v9
  %v15 = getelementptr float, ptr %v14, i64 16
  %v16 = load <16 x float>, ptr %v15, align 4
  store <16 x float> %v16, ptr %v13, align 4
  %v17 = getelementptr float, ptr %v12, i64 32
  %v18 = getelementptr float, ptr %v14, i64 32
  %v19 = load <16 x float>, ptr %v18, align 4
  store <16 x float> %v19, ptr %v17, align 4
  br label %i1.last
i1.last:
  %i1.next = add nsw i64 %i1, 1
  br label %i1.head
i1.done:
  br label %i0.last
i0.last:
  %i0.next = add nsw i64 %i0, 1
  br label %i0.head
i0.done:
  br label %i2.head
i2.head:
  %i2 = phi i64 [ 0, %i0.done ], [ %i2.next, %i2.last ]
  %i2.more = icmp slt i64 %i2, %v1
  br i1 %i2.more, label %i2.body, label %i2.done
i2.body:
  %v20 = mul nsw i64 %i2, 8
  %v21 = icmp slt i64 %v20, %n0
  %v22 = select i1 %v21, i64 %v20, i64 %v2
  %v23 = mul nsw i64 %v22, 96
  %v24 = insertelement <16 x i64> poison, i64 %v23, i64 0
  %v25 = shufflevector <16 x i64> %v24, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v26 = mul nsw i64 %v22, 128
  %v27 = add nsw i64 %v20, 1
  %v28 = icmp slt i64 %v27, %n0
  %v29 = select i1 %v28, i64 %v27, i64 %v2
  %v30 = mul nsw i64 %v29, 128
  %v31 = add nsw i64 %v20, 2
  %v32 = icmp slt i64 %v31, %n0
  %v33 = select i1 %v32, i64 %v31, i64 %v2
  %v34 = mul nsw i64 %v33, 128
  %v35 = add nsw i64 %v20, 3
  %v36 = icmp slt i64 %v35, %n0
  %v37 = select i1 %v36, i64 %v35, i64 %v2
  %v38 = mul nsw i64 %v37, 128
  %v39 = add nsw i64 %v20, 4
  %v40 = icmp slt i64 %v39, %n0
  %v41 = select i1 %v40, i64 %v39, i64 %v2
  %v42 = mul nsw i64 %v41, 128
  %v43 = add nsw i64 %v20, 5
  %v44 = icmp slt i64 %v43, %n0
  %v45 = select i1 %v44, i64 %v43, i64 %v2
  %v46 = mul nsw i64 %v45, 128
  %v47 = add nsw i64 %v20, 6
  %v48 = icmp slt i64 %v47, %n0
  %v49 = select i1 %v48, i64 %v47, i64 %v2
  %v50 = mul nsw i64 %v49, 128
  %v51 = add nsw i64 %v20, 7
  %v52 = icmp slt i64 %v51, %n0
  %v53 = select i1 %v52, i64 %v51, i64 %v2
  %v54 = mul nsw i64 %v53, 128
  %v55 = mul nsw i64 %v29, 96
  %v56 = insertelement <16 x i64> poison, i64 %v55, i64 0
  %v57 = shufflevector <16 x i64> %v56, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v58 = mul nsw i64 %v33, 96
  %v59 = insertelement <16 x i64> poison, i64 %v58, i64 0
  %v60 = shufflevector <16 x i64> %v59, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v61 = mul nsw i64 %v37, 96
  %v62 = insertelement <16 x i64> poison, i64 %v61, i64 0
  %v63 = shufflevector <16 x i64> %v62, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v64 = mul nsw i64 %v41, 96
  %v65 = insertelement <16 x i64> poison, i64 %v64, i64 0
  %v66 = shufflevector <16 x i64> %v65, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v67 = mul nsw i64 %v45, 96
  %v68 = insertelement <16 x i64> poison, i64 %v67, i64 0
  %v69 = shufflevector <16 x i64> %v68, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v70 = mul nsw i64 %v49, 96
  %v71 = insertelement <16 x i64> poison, i64 %v70, i64 0
  %v72 = shufflevector <16 x i64> %v71, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v73 = mul nsw i64 %v53, 96
  %v74 = insertelement <16 x i64> poison, i64 %v73, i64 0
  %v75 = shufflevector <16 x i64> %v74, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  br label %i3.head
i3.head:
  %i3 = phi i64 [ 0, %i2.body ], [ %i3.next, %i3.last ]
  %i3.more = icmp slt i64 %i3, 2
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v76 = mul nsw i64 %i3, 48
  %v77 = insertelement <16 x i64> poison, i64 %v76, i64 0
  %v78 = shufflevector <16 x i64> %v77, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v79 = add <16 x i64> %v78, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v80 = add <16 x i64> %v79, %v25
  %v81 = extractelement <16 x i64> %v80, i64 0
  %v82 = getelementptr inbounds float, ptr %d0, i64 %v81
  %v83 = mul nsw i64 %i3, 6144
  store <16 x float> splat (float 0x0000000000000000), ptr %acc99
  store <16 x float> splat (float 0x0000000000000000), ptr %acc100
  store <16 x float> splat (float 0x0000000000000000), ptr %acc101
  store <16 x float> splat (float 0x0000000000000000), ptr %acc102
  store <16 x float> splat (float 0x0000000000000000), ptr %acc103
  store <16 x float> splat (float 0x0000000000000000), ptr %acc104
  store <16 x float> splat (float 0x0000000000000000), ptr %acc105
  store <16 x float> splat (float 0x0000000000000000), ptr %acc106
  store <16 x float> splat (float 0x0000000000000000), ptr %acc107
  store <16 x float> splat (float 0x0000000000000000), ptr %acc108
  store <16 x float> splat (float 0x0000000000000000), ptr %acc109
  store <16 x float> splat (float 0x0000000000000000), ptr %acc110
  store <16 x float> splat (float 0x0000000000000000), ptr %acc111
  store <16 x float> splat (float 0x0000000000000000), ptr %acc112
  store <16 x float> splat (float 0x0000000000000000), ptr %acc113
  store <16 x float> splat (float 0x0000000000000000), ptr %acc114
  store <16 x float> splat (float 0x0000000000000000), ptr %acc115
  store <16 x float> splat (float 0x0000000000000000), ptr %acc116
  store <16 x float> splat (float 0x0000000000000000), ptr %acc117
  store <16 x float> splat (float 0x0000000000000000), ptr %acc118
  store <16 x float> splat (float 0x0000000000000000), ptr %acc119
  store <16 x float> splat (float 0x0000000000000000), ptr %acc120
  store <16 x float> splat (float 0x0000000000000000), ptr %acc121
  store <16 x float> splat (float 0x0000000000000000), ptr %acc122
  %v84 = extractelement <16 x i64> %v80, i64 1
  %v85 = getelementptr inbounds float, ptr %d0, i64 %v84
  %v86 = extractelement <16 x i64> %v80, i64 2
  %v87 = getelementptr inbounds float, ptr %d0, i64 %v86
  %v88 = extractelement <16 x i64> %v80, i64 3
  %v89 = getelementptr inbounds float, ptr %d0, i64 %v88
  %v90 = extractelement <16 x i64> %v80, i64 4
  %v91 = getelementptr inbounds float, ptr %d0, i64 %v90
  %v92 = extractelement <16 x i64> %v80, i64 5
  %v93 = getelementptr inbounds float, ptr %d0, i64 %v92
  %v94 = extractelement <16 x i64> %v80, i64 6
  %v95 = getelementptr inbounds float, ptr %d0, i64 %v94
  %v96 = extractelement <16 x i64> %v80, i64 7
  %v97 = getelementptr inbounds float, ptr %d0, i64 %v96
  %v98 = extractelement <16 x i64> %v80, i64 8
  %v99 = getelementptr inbounds float, ptr %d0, i64 %v98
  %v100 = extractelement <16 x i64> %v80, i64 9
  %v101 = getelementptr inbounds float, ptr %d0, i64 %v100
  %v102 = extractelement <16 x i64> %v80, i64 10
  %v103 = getelementptr inbounds float, ptr %d0, i64 %v102
  %v104 = extractelement <16 x i64> %v80, i64 11
  %v105 = getelementptr inbounds float, ptr %d0, i64 %v104
  %v106 = extractelement <16 x i64> %v80, i64 12
  %v107 = getelementptr inbounds float, ptr %d0, i64 %v106
  %v108 = extractelement <16 x i64> %v80, i64 13
  %v109 = getelementptr inbounds float, ptr %d0, i64 %v108
  %v110 = extractelement <16 x i64> %v80, i64 14
  %v111 = getelementptr inbounds float, ptr %d0, i64 %v110
  %v112 = extractelement <16 x i64> %v80, i64 15
  %v113 = getelementptr inbounds float, ptr %d0, i64 %v112
  %v114 = add nsw i64 %v76, 16
  %v115 = insertelement <16 x i64> poison, i64 %v114, i64 0
  %v116 = shufflevector <16 x i64> %v115, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v117 = add <16 x i64> %v116, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v118 = add <16 x i64> %v117, %v25
  %v119 = extractelement <16 x i64> %v118, i64 0
  %v120 = getelementptr inbounds float, ptr %d0, i64 %v119
  %v121 = extractelement <16 x i64> %v118, i64 1
  %v122 = getelementptr inbounds float, ptr %d0, i64 %v121
  %v123 = extractelement <16 x i64> %v118, i64 2
  %v124 = getelementptr inbounds float, ptr %d0, i64 %v123
  %v125 = extractelement <16 x i64> %v118, i64 3
  %v126 = getelementptr inbounds float, ptr %d0, i64 %v125
  %v127 = extractelement <16 x i64> %v118, i64 4
  %v128 = getelementptr inbounds float, ptr %d0, i64 %v127
  %v129 = extractelement <16 x i64> %v118, i64 5
  %v130 = getelementptr inbounds float, ptr %d0, i64 %v129
  %v131 = extractelement <16 x i64> %v118, i64 6
  %v132 = getelementptr inbounds float, ptr %d0, i64 %v131
  %v133 = extractelement <16 x i64> %v118, i64 7
  %v134 = getelementptr inbounds float, ptr %d0, i64 %v133
  %v135 = extractelement <16 x i64> %v118, i64 8
  %v136 = getelementptr inbounds float, ptr %d0, i64 %v135
  %v137 = extractelement <16 x i64> %v118, i64 9
  %v138 = getelementptr inbounds float, ptr %d0, i64 %v137
  %v139 = extractelement <16 x i64> %v118, i64 10
  %v140 = getelementptr inbounds float, ptr %d0, i64 %v139
  %v141 = extractelement <16 x i64> %v118, i64 11
  %v142 = getelementptr inbounds float, ptr %d0, i64 %v141
  %v143 = extractelement <16 x i64> %v118, i64 12
  %v144 = getelementptr inbounds float, ptr %d0, i64 %v143
  %v145 = extractelement <16 x i64> %v118, i64 13
  %v146 = getelementptr inbounds float, ptr %d0, i64 %v145
  %v147 = extractelement <16 x i64> %v118, i64 14
  %v148 = getelementptr inbounds float, ptr %d0, i64 %v147
  %v149 = extractelement <16 x i64> %v118, i64 15
  %v150 = getelementptr inbounds float, ptr %d0, i64 %v149
  %v151 = add nsw i64 %v76, 32
  %v152 = insertelement <16 x i64> poison, i64 %v151, i64 0
  %v153 = shufflevector <16 x i64> %v152, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v154 = add <16 x i64> %v153, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v155 = add <16 x i64> %v154, %v25
  %v156 = extractelement <16 x i64> %v155, i64 0
  %v157 = getelementptr inbounds float, ptr %d0, i64 %v156
  %v158 = extractelement <16 x i64> %v155, i64 1
  %v159 = getelementptr inbounds float, ptr %d0, i64 %v158
  %v160 = extractelement <16 x i64> %v155, i64 2
  %v161 = getelementptr inbounds float, ptr %d0, i64 %v160
  %v162 = extractelement <16 x i64> %v155, i64 3
  %v163 = getelementptr inbounds float, ptr %d0, i64 %v162
  %v164 = extractelement <16 x i64> %v155, i64 4
  %v165 = getelementptr inbounds float, ptr %d0, i64 %v164
  %v166 = extractelement <16 x i64> %v155, i64 5
  %v167 = getelementptr inbounds float, ptr %d0, i64 %v166
  %v168 = extractelement <16 x i64> %v155, i64 6
  %v169 = getelementptr inbounds float, ptr %d0, i64 %v168
  %v170 = extractelement <16 x i64> %v155, i64 7
  %v171 = getelementptr inbounds float, ptr %d0, i64 %v170
  %v172 = extractelement <16 x i64> %v155, i64 8
  %v173 = getelementptr inbounds float, ptr %d0, i64 %v172
  %v174 = extractelement <16 x i64> %v155, i64 9
  %v175 = getelementptr inbounds float, ptr %d0, i64 %v174
  %v176 = extractelement <16 x i64> %v155, i64 10
  %v177 = getelementptr inbounds float, ptr %d0, i64 %v176
  %v178 = extractelement <16 x i64> %v155, i64 11
  %v179 = getelementptr inbounds float, ptr %d0, i64 %v178
  %v180 = extractelement <16 x i64> %v155, i64 12
  %v181 = getelementptr inbounds float, ptr %d0, i64 %v180
  %v182 = extractelement <16 x i64> %v155, i64 13
  %v183 = getelementptr inbounds float, ptr %d0, i64 %v182
  %v184 = extractelement <16 x i64> %v155, i64 14
  %v185 = getelementptr inbounds float, ptr %d0, i64 %v184
  %v186 = extractelement <16 x i64> %v155, i64 15
  %v187 = getelementptr inbounds float, ptr %d0, i64 %v186
  %v188 = add <16 x i64> %v79, %v57
  %v189 = extractelement <16 x i64> %v188, i64 0
  %v190 = getelementptr inbounds float, ptr %d0, i64 %v189
  %v191 = extractelement <16 x i64> %v188, i64 1
  %v192 = getelementptr inbounds float, ptr %d0, i64 %v191
  %v193 = extractelement <16 x i64> %v188, i64 2
  %v194 = getelementptr inbounds float, ptr %d0, i64 %v193
  %v195 = extractelement <16 x i64> %v188, i64 3
  %v196 = getelementptr inbounds float, ptr %d0, i64 %v195
  %v197 = extractelement <16 x i64> %v188, i64 4
  %v198 = getelementptr inbounds float, ptr %d0, i64 %v197
  %v199 = extractelement <16 x i64> %v188, i64 5
  %v200 = getelementptr inbounds float, ptr %d0, i64 %v199
  %v201 = extractelement <16 x i64> %v188, i64 6
  %v202 = getelementptr inbounds float, ptr %d0, i64 %v201
  %v203 = extractelement <16 x i64> %v188, i64 7
  %v204 = getelementptr inbounds float, ptr %d0, i64 %v203
  %v205 = extractelement <16 x i64> %v188, i64 8
  %v206 = getelementptr inbounds float, ptr %d0, i64 %v205
  %v207 = extractelement <16 x i64> %v188, i64 9
  %v208 = getelementptr inbounds float, ptr %d0, i64 %v207
  %v209 = extractelement <16 x i64> %v188, i64 10
  %v210 = getelementptr inbounds float, ptr %d0, i64 %v209
  %v211 = extractelement <16 x i64> %v188, i64 11
  %v212 = getelementptr inbounds float, ptr %d0, i64 %v211
  %v213 = extractelement <16 x i64> %v188, i64 12
  %v214 = getelementptr inbounds float, ptr %d0, i64 %v213
  %v215 = extractelement <16 x i64> %v188, i64 13
  %v216 = getelementptr inbounds float, ptr %d0, i64 %v215
  %v217 = extractelement <16 x i64> %v188, i64 14
  %v218 = getelementptr inbounds float, ptr %d0, i64 %v217
  %v219 = extractelement <16 x i64> %v188, i64 15
  %v220 = getelementptr inbounds float, ptr %d0, i64 %v219
  %v221 = add <16 x i64> %v117, %v57
  %v222 = extractelement <16 x i64> %v221, i64 0
  %v223 = getelementptr inbounds float, ptr %d0, i64 %v222
  %v224 = extractelement <16 x i64> %v221, i64 1
  %v225 = getelementptr inbounds float, ptr %d0, i64 %v224
  %v226 = extractelement <16 x i64> %v221, i64 2
  %v227 = getelementptr inbounds float, ptr %d0, i64 %v226
  %v228 = extractelement <16 x i64> %v221, i64 3
  %v229 = getelementptr inbounds float, ptr %d0, i64 %v228
  %v230 = extractelement <16 x i64> %v221, i64 4
  %v231 = getelementptr inbounds float, ptr %d0, i64 %v230
  %v232 = extractelement <16 x i64> %v221, i64 5
  %v233 = getelementptr inbounds float, ptr %d0, i64 %v232
  %v234 = extractelement <16 x i64> %v221, i64 6
  %v235 = getelementptr inbounds float, ptr %d0, i64 %v234
  %v236 = extractelement <16 x i64> %v221, i64 7
  %v237 = getelementptr inbounds float, ptr %d0, i64 %v236
  %v238 = extractelement <16 x i64> %v221, i64 8
  %v239 = getelementptr inbounds float, ptr %d0, i64 %v238
  %v240 = extractelement <16 x i64> %v221, i64 9
  %v241 = getelementptr inbounds float, ptr %d0, i64 %v240
  %v242 = extractelement <16 x i64> %v221, i64 10
  %v243 = getelementptr inbounds float, ptr %d0, i64 %v242
  %v244 = extractelement <16 x i64> %v221, i64 11
  %v245 = getelementptr inbounds float, ptr %d0, i64 %v244
  %v246 = extractelement <16 x i64> %v221, i64 12
  %v247 = getelementptr inbounds float, ptr %d0, i64 %v246
  %v248 = extractelement <16 x i64> %v221, i64 13
  %v249 = getelementptr inbounds float, ptr %d0, i64 %v248
  %v250 = extractelement <16 x i64> %v221, i64 14
  %v251 = getelementptr inbounds float, ptr %d0, i64 %v250
  %v252 = extractelement <16 x i64> %v221, i64 15
  %v253 = getelementptr inbounds float, ptr %d0, i64 %v252
  %v254 = add <16 x i64> %v154, %v57
  %v255 = extractelement <16 x i64> %v254, i64 0
  %v256 = getelementptr inbounds float, ptr %d0, i64 %v255
  %v257 = extractelement <16 x i64> %v254, i64 1
  %v258 = getelementptr inbounds float, ptr %d0, i64 %v257
  %v259 = extractelement <16 x i64> %v254, i64 2
  %v260 = getelementptr inbounds float, ptr %d0, i64 %v259
  %v261 = extractelement <16 x i64> %v254, i64 3
  %v262 = getelementptr inbounds float, ptr %d0, i64 %v261
  %v263 = extractelement <16 x i64> %v254, i64 4
  %v264 = getelementptr inbounds float, ptr %d0, i64 %v263
  %v265 = extractelement <16 x i64> %v254, i64 5
  %v266 = getelementptr inbounds float, ptr %d0, i64 %v265
  %v267 = extractelement <16 x i64> %v254, i64 6
  %v268 = getelementptr inbounds float, ptr %d0, i64 %v267
  %v269 = extractelement <16 x i64> %v254, i64 7
  %v270 = getelementptr inbounds float, ptr %d0, i64 %v269
  %v271 = extractelement <16 x i64> %v254, i64 8
  %v272 = getelementptr inbounds float, ptr %d0, i64 %v271
  %v273 = extractelement <16 x i64> %v254, i64 9
  %v274 = getelementptr inbounds float, ptr %d0, i64 %v273
  %v275 = extractelement <16 x i64> %v254, i64 10
  %v276 = getelementptr inbounds float, ptr %d0, i64 %v275
  %v277 = extractelement <16 x i64> %v254, i64 11
  %v278 = getelementptr inbounds float, ptr %d0, i64 %v277
  %v279 = extractelement <16 x i64> %v254, i64 12
  %v280 = getelementptr inbounds float, ptr %d0, i64 %v279
  %v281 = extractelement <16 x i64> %v254, i64 13
  %v282 = getelementptr inbounds float, ptr %d0, i64 %v281
  %v283 = extractelement <16 x i64> %v254, i64 14
  %v284 = getelementptr inbounds float, ptr %d0, i64 %v283
  %v285 = extractelement <16 x i64> %v254, i64 15
  %v286 = getelementptr inbounds float, ptr %d0, i64 %v285
  %v287 = add <16 x i64> %v79, %v60
  %v288 = extractelement <16 x i64> %v287, i64 0
  %v289 = getelementptr inbounds float, ptr %d0, i64 %v288
  %v290 = extractelement <16 x i64> %v287, i64 1
  %v291 = getelementptr inbounds float, ptr %d0, i64 %v290
  %v292 = extractelement <16 x i64> %v287, i64 2
  %v293 = getelementptr inbounds float, ptr %d0, i64 %v292
  %v294 = extractelement <16 x i64> %v287, i64 3
  %v295 = getelementptr inbounds float, ptr %d0, i64 %v294
  %v296 = extractelement <16 x i64> %v287, i64 4
  %v297 = getelementptr inbounds float, ptr %d0, i64 %v296
  %v298 = extractelement <16 x i64> %v287, i64 5
  %v299 = getelementptr inbounds float, ptr %d0, i64 %v298
  %v300 = extractelement <16 x i64> %v287, i64 6
  %v301 = getelementptr inbounds float, ptr %d0, i64 %v300
  %v302 = extractelement <16 x i64> %v287, i64 7
  %v303 = getelementptr inbounds float, ptr %d0, i64 %v302
  %v304 = extractelement <16 x i64> %v287, i64 8
  %v305 = getelementptr inbounds float, ptr %d0, i64 %v304
  %v306 = extractelement <16 x i64> %v287, i64 9
  %v307 = getelementptr inbounds float, ptr %d0, i64 %v306
  %v308 = extractelement <16 x i64> %v287, i64 10
  %v309 = getelementptr inbounds float, ptr %d0, i64 %v308
  %v310 = extractelement <16 x i64> %v287, i64 11
  %v311 = getelementptr inbounds float, ptr %d0, i64 %v310
  %v312 = extractelement <16 x i64> %v287, i64 12
  %v313 = getelementptr inbounds float, ptr %d0, i64 %v312
  %v314 = extractelement <16 x i64> %v287, i64 13
  %v315 = getelementptr inbounds float, ptr %d0, i64 %v314
  %v316 = extractelement <16 x i64> %v287, i64 14
  %v317 = getelementptr inbounds float, ptr %d0, i64 %v316
  %v318 = extractelement <16 x i64> %v287, i64 15
  %v319 = getelementptr inbounds float, ptr %d0, i64 %v318
  %v320 = add <16 x i64> %v117, %v60
  %v321 = extractelement <16 x i64> %v320, i64 0
  %v322 = getelementptr inbounds float, ptr %d0, i64 %v321
  %v323 = extractelement <16 x i64> %v320, i64 1
  %v324 = getelementptr inbounds float, ptr %d0, i64 %v323
  %v325 = extractelement <16 x i64> %v320, i64 2
  %v326 = getelementptr inbounds float, ptr %d0, i64 %v325
  %v327 = extractelement <16 x i64> %v320, i64 3
  %v328 = getelementptr inbounds float, ptr %d0, i64 %v327
  %v329 = extractelement <16 x i64> %v320, i64 4
  %v330 = getelementptr inbounds float, ptr %d0, i64 %v329
  %v331 = extractelement <16 x i64> %v320, i64 5
  %v332 = getelementptr inbounds float, ptr %d0, i64 %v331
  %v333 = extractelement <16 x i64> %v320, i64 6
  %v334 = getelementptr inbounds float, ptr %d0, i64 %v333
  %v335 = extractelement <16 x i64> %v320, i64 7
  %v336 = getelementptr inbounds float, ptr %d0, i64 %v335
  %v337 = extractelement <16 x i64> %v320, i64 8
  %v338 = getelementptr inbounds float, ptr %d0, i64 %v337
  %v339 = extractelement <16 x i64> %v320, i64 9
  %v340 = getelementptr inbounds float, ptr %d0, i64 %v339
  %v341 = extractelement <16 x i64> %v320, i64 10
  %v342 = getelementptr inbounds float, ptr %d0, i64 %v341
  %v343 = extractelement <16 x i64> %v320, i64 11
  %v344 = getelementptr inbounds float, ptr %d0, i64 %v343
  %v345 = extractelement <16 x i64> %v320, i64 12
  %v346 = getelementptr inbounds float, ptr %d0, i64 %v345
  %v347 = extractelement <16 x i64> %v320, i64 13
  %v348 = getelementptr inbounds float, ptr %d0, i64 %v347
  %v349 = extractelement <16 x i64> %v320, i64 14
  %v350 = getelementptr inbounds float, ptr %d0, i64 %v349
  %v351 = extractelement <16 x i64> %v320, i64 15
  %v352 = getelementptr inbounds float, ptr %d0, i64 %v351
  %v353 = add <16 x i64> %v154, %v60
  %v354 = extractelement <16 x i64> %v353, i64 0
  %v355 = getelementptr inbounds float, ptr %d0, i64 %v354
  %v356 = extractelement <16 x i64> %v353, i64 1
  %v357 = getelementptr inbounds float, ptr %d0, i64 %v356
  %v358 = extractelement <16 x i64> %v353, i64 2
  %v359 = getelementptr inbounds float, ptr %d0, i64 %v358
  %v360 = extractelement <16 x i64> %v353, i64 3
  %v361 = getelementptr inbounds float, ptr %d0, i64 %v360
  %v362 = extractelement <16 x i64> %v353, i64 4
  %v363 = getelementptr inbounds float, ptr %d0, i64 %v362
  %v364 = extractelement <16 x i64> %v353, i64 5
  %v365 = getelementptr inbounds float, ptr %d0, i64 %v364
  %v366 = extractelement <16 x i64> %v353, i64 6
  %v367 = getelementptr inbounds float, ptr %d0, i64 %v366
  %v368 = extractelement <16 x i64> %v353, i64 7
  %v369 = getelementptr inbounds float, ptr %d0, i64 %v368
  %v370 = extractelement <16 x i64> %v353, i64 8
  %v371 = getelementptr inbounds float, ptr %d0, i64 %v370
  %v372 = extractelement <16 x i64> %v353, i64 9
  %v373 = getelementptr inbounds float, ptr %d0, i64 %v372
  %v374 = extractelement <16 x i64> %v353, i64 10
  %v375 = getelementptr inbounds float, ptr %d0, i64 %v374
  %v376 = extractelement <16 x i64> %v353, i64 11
  %v377 = getelementptr inbounds float, ptr %d0, i64 %v376
  %v378 = extractelement <16 x i64> %v353, i64 12
  %v379 = getelementptr inbounds float, ptr %d0, i64 %v378
  %v380 = extractelement <16 x i64> %v353, i64 13
  %v381 = getelementptr inbounds float, ptr %d0, i64 %v380
  %v382 = extractelement <16 x i64> %v353, i64 14
  %v383 = getelementptr inbounds float, ptr %d0, i64 %v382
  %v384 = extractelement <16 x i64> %v353, i64 15
  %v385 = getelementptr inbounds float, ptr %d0, i64 %v384
  %v386 = add <16 x i64> %v79, %v63
  %v387 = extractelement <16 x i64> %v386, i64 0
  %v388 = getelementptr inbounds float, ptr %d0, i64 %v387
  %v389 = extractelement <16 x i64> %v386, i64 1
  %v390 = getelementptr inbounds float, ptr %d0, i64 %v389
  %v391 = extractelement <16 x i64> %v386, i64 2
  %v392 = getelementptr inbounds float, ptr %d0, i64 %v391
  %v393 = extractelement <16 x i64> %v386, i64 3
  %v394 = getelementptr inbounds float, ptr %d0, i64 %v393
  %v395 = extractelement <16 x i64> %v386, i64 4
  %v396 = getelementptr inbounds float, ptr %d0, i64 %v395
  %v397 = extractelement <16 x i64> %v386, i64 5
  %v398 = getelementptr inbounds float, ptr %d0, i64 %v397
  %v399 = extractelement <16 x i64> %v386, i64 6
  %v400 = getelementptr inbounds float, ptr %d0, i64 %v399
  %v401 = extractelement <16 x i64> %v386, i64 7
  %v402 = getelementptr inbounds float, ptr %d0, i64 %v401
  %v403 = extractelement <16 x i64> %v386, i64 8
  %v404 = getelementptr inbounds float, ptr %d0, i64 %v403
  %v405 = extractelement <16 x i64> %v386, i64 9
  %v406 = getelementptr inbounds float, ptr %d0, i64 %v405
  %v407 = extractelement <16 x i64> %v386, i64 10
  %v408 = getelementptr inbounds float, ptr %d0, i64 %v407
  %v409 = extractelement <16 x i64> %v386, i64 11
  %v410 = getelementptr inbounds float, ptr %d0, i64 %v409
  %v411 = extractelement <16 x i64> %v386, i64 12
  %v412 = getelementptr inbounds float, ptr %d0, i64 %v411
  %v413 = extractelement <16 x i64> %v386, i64 13
  %v414 = getelementptr inbounds float, ptr %d0, i64 %v413
  %v415 = extractelement <16 x i64> %v386, i64 14
  %v416 = getelementptr inbounds float, ptr %d0, i64 %v415
  %v417 = extractelement <16 x i64> %v386, i64 15
  %v418 = getelementptr inbounds float, ptr %d0, i64 %v417
  %v419 = add <16 x i64> %v117, %v63
  %v420 = extractelement <16 x i64> %v419, i64 0
  %v421 = getelementptr inbounds float, ptr %d0, i64 %v420
  %v422 = extractelement <16 x i64> %v419, i64 1
  %v423 = getelementptr inbounds float, ptr %d0, i64 %v422
  %v424 = extractelement <16 x i64> %v419, i64 2
  %v425 = getelementptr inbounds float, ptr %d0, i64 %v424
  %v426 = extractelement <16 x i64> %v419, i64 3
  %v427 = getelementptr inbounds float, ptr %d0, i64 %v426
  %v428 = extractelement <16 x i64> %v419, i64 4
  %v429 = getelementptr inbounds float, ptr %d0, i64 %v428
  %v430 = extractelement <16 x i64> %v419, i64 5
  %v431 = getelementptr inbounds float, ptr %d0, i64 %v430
  %v432 = extractelement <16 x i64> %v419, i64 6
  %v433 = getelementptr inbounds float, ptr %d0, i64 %v432
  %v434 = extractelement <16 x i64> %v419, i64 7
  %v435 = getelementptr inbounds float, ptr %d0, i64 %v434
  %v436 = extractelement <16 x i64> %v419, i64 8
  %v437 = getelementptr inbounds float, ptr %d0, i64 %v436
  %v438 = extractelement <16 x i64> %v419, i64 9
  %v439 = getelementptr inbounds float, ptr %d0, i64 %v438
  %v440 = extractelement <16 x i64> %v419, i64 10
  %v441 = getelementptr inbounds float, ptr %d0, i64 %v440
  %v442 = extractelement <16 x i64> %v419, i64 11
  %v443 = getelementptr inbounds float, ptr %d0, i64 %v442
  %v444 = extractelement <16 x i64> %v419, i64 12
  %v445 = getelementptr inbounds float, ptr %d0, i64 %v444
  %v446 = extractelement <16 x i64> %v419, i64 13
  %v447 = getelementptr inbounds float, ptr %d0, i64 %v446
  %v448 = extractelement <16 x i64> %v419, i64 14
  %v449 = getelementptr inbounds float, ptr %d0, i64 %v448
  %v450 = extractelement <16 x i64> %v419, i64 15
  %v451 = getelementptr inbounds float, ptr %d0, i64 %v450
  %v452 = add <16 x i64> %v154, %v63
  %v453 = extractelement <16 x i64> %v452, i64 0
  %v454 = getelementptr inbounds float, ptr %d0, i64 %v453
  %v455 = extractelement <16 x i64> %v452, i64 1
  %v456 = getelementptr inbounds float, ptr %d0, i64 %v455
  %v457 = extractelement <16 x i64> %v452, i64 2
  %v458 = getelementptr inbounds float, ptr %d0, i64 %v457
  %v459 = extractelement <16 x i64> %v452, i64 3
  %v460 = getelementptr inbounds float, ptr %d0, i64 %v459
  %v461 = extractelement <16 x i64> %v452, i64 4
  %v462 = getelementptr inbounds float, ptr %d0, i64 %v461
  %v463 = extractelement <16 x i64> %v452, i64 5
  %v464 = getelementptr inbounds float, ptr %d0, i64 %v463
  %v465 = extractelement <16 x i64> %v452, i64 6
  %v466 = getelementptr inbounds float, ptr %d0, i64 %v465
  %v467 = extractelement <16 x i64> %v452, i64 7
  %v468 = getelementptr inbounds float, ptr %d0, i64 %v467
  %v469 = extractelement <16 x i64> %v452, i64 8
  %v470 = getelementptr inbounds float, ptr %d0, i64 %v469
  %v471 = extractelement <16 x i64> %v452, i64 9
  %v472 = getelementptr inbounds float, ptr %d0, i64 %v471
  %v473 = extractelement <16 x i64> %v452, i64 10
  %v474 = getelementptr inbounds float, ptr %d0, i64 %v473
  %v475 = extractelement <16 x i64> %v452, i64 11
  %v476 = getelementptr inbounds float, ptr %d0, i64 %v475
  %v477 = extractelement <16 x i64> %v452, i64 12
  %v478 = getelementptr inbounds float, ptr %d0, i64 %v477
  %v479 = extractelement <16 x i64> %v452, i64 13
  %v480 = getelementptr inbounds float, ptr %d0, i64 %v479
  %v481 = extractelement <16 x i64> %v452, i64 14
  %v482 = getelementptr inbounds float, ptr %d0, i64 %v481
  %v483 = extractelement <16 x i64> %v452, i64 15
  %v484 = getelementptr inbounds float, ptr %d0, i64 %v483
  %v485 = add <16 x i64> %v79, %v66
  %v486 = extractelement <16 x i64> %v485, i64 0
  %v487 = getelementptr inbounds float, ptr %d0, i64 %v486
  %v488 = extractelement <16 x i64> %v485, i64 1
  %v489 = getelementptr inbounds float, ptr %d0, i64 %v488
  %v490 = extractelement <16 x i64> %v485, i64 2
  %v491 = getelementptr inbounds float, ptr %d0, i64 %v490
  %v492 = extractelement <16 x i64> %v485, i64 3
  %v493 = getelementptr inbounds float, ptr %d0, i64 %v492
  %v494 = extractelement <16 x i64> %v485, i64 4
  %v495 = getelementptr inbounds float, ptr %d0, i64 %v494
  %v496 = extractelement <16 x i64> %v485, i64 5
  %v497 = getelementptr inbounds float, ptr %d0, i64 %v496
  %v498 = extractelement <16 x i64> %v485, i64 6
  %v499 = getelementptr inbounds float, ptr %d0, i64 %v498
  %v500 = extractelement <16 x i64> %v485, i64 7
  %v501 = getelementptr inbounds float, ptr %d0, i64 %v500
  %v502 = extractelement <16 x i64> %v485, i64 8
  %v503 = getelementptr inbounds float, ptr %d0, i64 %v502
  %v504 = extractelement <16 x i64> %v485, i64 9
  %v505 = getelementptr inbounds float, ptr %d0, i64 %v504
  %v506 = extractelement <16 x i64> %v485, i64 10
  %v507 = getelementptr inbounds float, ptr %d0, i64 %v506
  %v508 = extractelement <16 x i64> %v485, i64 11
  %v509 = getelementptr inbounds float, ptr %d0, i64 %v508
  %v510 = extractelement <16 x i64> %v485, i64 12
  %v511 = getelementptr inbounds float, ptr %d0, i64 %v510
  %v512 = extractelement <16 x i64> %v485, i64 13
  %v513 = getelementptr inbounds float, ptr %d0, i64 %v512
  %v514 = extractelement <16 x i64> %v485, i64 14
  %v515 = getelementptr inbounds float, ptr %d0, i64 %v514
  %v516 = extractelement <16 x i64> %v485, i64 15
  %v517 = getelementptr inbounds float, ptr %d0, i64 %v516
  %v518 = add <16 x i64> %v117, %v66
  %v519 = extractelement <16 x i64> %v518, i64 0
  %v520 = getelementptr inbounds float, ptr %d0, i64 %v519
  %v521 = extractelement <16 x i64> %v518, i64 1
  %v522 = getelementptr inbounds float, ptr %d0, i64 %v521
  %v523 = extractelement <16 x i64> %v518, i64 2
  %v524 = getelementptr inbounds float, ptr %d0, i64 %v523
  %v525 = extractelement <16 x i64> %v518, i64 3
  %v526 = getelementptr inbounds float, ptr %d0, i64 %v525
  %v527 = extractelement <16 x i64> %v518, i64 4
  %v528 = getelementptr inbounds float, ptr %d0, i64 %v527
  %v529 = extractelement <16 x i64> %v518, i64 5
  %v530 = getelementptr inbounds float, ptr %d0, i64 %v529
  %v531 = extractelement <16 x i64> %v518, i64 6
  %v532 = getelementptr inbounds float, ptr %d0, i64 %v531
  %v533 = extractelement <16 x i64> %v518, i64 7
  %v534 = getelementptr inbounds float, ptr %d0, i64 %v533
  %v535 = extractelement <16 x i64> %v518, i64 8
  %v536 = getelementptr inbounds float, ptr %d0, i64 %v535
  %v537 = extractelement <16 x i64> %v518, i64 9
  %v538 = getelementptr inbounds float, ptr %d0, i64 %v537
  %v539 = extractelement <16 x i64> %v518, i64 10
  %v540 = getelementptr inbounds float, ptr %d0, i64 %v539
  %v541 = extractelement <16 x i64> %v518, i64 11
  %v542 = getelementptr inbounds float, ptr %d0, i64 %v541
  %v543 = extractelement <16 x i64> %v518, i64 12
  %v544 = getelementptr inbounds float, ptr %d0, i64 %v543
  %v545 = extractelement <16 x i64> %v518, i64 13
  %v546 = getelementptr inbounds float, ptr %d0, i64 %v545
  %v547 = extractelement <16 x i64> %v518, i64 14
  %v548 = getelementptr inbounds float, ptr %d0, i64 %v547
  %v549 = extractelement <16 x i64> %v518, i64 15
  %v550 = getelementptr inbounds float, ptr %d0, i64 %v549
  %v551 = add <16 x i64> %v154, %v66
  %v552 = extractelement <16 x i64> %v551, i64 0
  %v553 = getelementptr inbounds float, ptr %d0, i64 %v552
  %v554 = extractelement <16 x i64> %v551, i64 1
  %v555 = getelementptr inbounds float, ptr %d0, i64 %v554
  %v556 = extractelement <16 x i64> %v551, i64 2
  %v557 = getelementptr inbounds float, ptr %d0, i64 %v556
  %v558 = extractelement <16 x i64> %v551, i64 3
  %v559 = getelementptr inbounds float, ptr %d0, i64 %v558
  %v560 = extractelement <16 x i64> %v551, i64 4
  %v561 = getelementptr inbounds float, ptr %d0, i64 %v560
  %v562 = extractelement <16 x i64> %v551, i64 5
  %v563 = getelementptr inbounds float, ptr %d0, i64 %v562
  %v564 = extractelement <16 x i64> %v551, i64 6
  %v565 = getelementptr inbounds float, ptr %d0, i64 %v564
  %v566 = extractelement <16 x i64> %v551, i64 7
  %v567 = getelementptr inbounds float, ptr %d0, i64 %v566
  %v568 = extractelement <16 x i64> %v551, i64 8
  %v569 = getelementptr inbounds float, ptr %d0, i64 %v568
  %v570 = extractelement <16 x i64> %v551, i64 9
  %v571 = getelementptr inbounds float, ptr %d0, i64 %v570
  %v572 = extractelement <16 x i64> %v551, i64 10
  %v573 = getelementptr inbounds float, ptr %d0, i64 %v572
  %v574 = extractelement <16 x i64> %v551, i64 11
  %v575 = getelementptr inbounds float, ptr %d0, i64 %v574
  %v576 = extractelement <16 x i64> %v551, i64 12
  %v577 = getelementptr inbounds float, ptr %d0, i64 %v576
  %v578 = extractelement <16 x i64> %v551, i64 13
  %v579 = getelementptr inbounds float, ptr %d0, i64 %v578
  %v580 = extractelement <16 x i64> %v551, i64 14
  %v581 = getelementptr inbounds float, ptr %d0, i64 %v580
  %v582 = extractelement <16 x i64> %v551, i64 15
  %v583 = getelementptr inbounds float, ptr %d0, i64 %v582
  %v584 = add <16 x i64> %v79, %v69
  %v585 = extractelement <16 x i64> %v584, i64 0
  %v586 = getelementptr inbounds float, ptr %d0, i64 %v585
  %v587 = extractelement <16 x i64> %v584, i64 1
  %v588 = getelementptr inbounds float, ptr %d0, i64 %v587
  %v589 = extractelement <16 x i64> %v584, i64 2
  %v590 = getelementptr inbounds float, ptr %d0, i64 %v589
  %v591 = extractelement <16 x i64> %v584, i64 3
  %v592 = getelementptr inbounds float, ptr %d0, i64 %v591
  %v593 = extractelement <16 x i64> %v584, i64 4
  %v594 = getelementptr inbounds float, ptr %d0, i64 %v593
  %v595 = extractelement <16 x i64> %v584, i64 5
  %v596 = getelementptr inbounds float, ptr %d0, i64 %v595
  %v597 = extractelement <16 x i64> %v584, i64 6
  %v598 = getelementptr inbounds float, ptr %d0, i64 %v597
  %v599 = extractelement <16 x i64> %v584, i64 7
  %v600 = getelementptr inbounds float, ptr %d0, i64 %v599
  %v601 = extractelement <16 x i64> %v584, i64 8
  %v602 = getelementptr inbounds float, ptr %d0, i64 %v601
  %v603 = extractelement <16 x i64> %v584, i64 9
  %v604 = getelementptr inbounds float, ptr %d0, i64 %v603
  %v605 = extractelement <16 x i64> %v584, i64 10
  %v606 = getelementptr inbounds float, ptr %d0, i64 %v605
  %v607 = extractelement <16 x i64> %v584, i64 11
  %v608 = getelementptr inbounds float, ptr %d0, i64 %v607
  %v609 = extractelement <16 x i64> %v584, i64 12
  %v610 = getelementptr inbounds float, ptr %d0, i64 %v609
  %v611 = extractelement <16 x i64> %v584, i64 13
  %v612 = getelementptr inbounds float, ptr %d0, i64 %v611
  %v613 = extractelement <16 x i64> %v584, i64 14
  %v614 = getelementptr inbounds float, ptr %d0, i64 %v613
  %v615 = extractelement <16 x i64> %v584, i64 15
  %v616 = getelementptr inbounds float, ptr %d0, i64 %v615
  %v617 = add <16 x i64> %v117, %v69
  %v618 = extractelement <16 x i64> %v617, i64 0
  %v619 = getelementptr inbounds float, ptr %d0, i64 %v618
  %v620 = extractelement <16 x i64> %v617, i64 1
  %v621 = getelementptr inbounds float, ptr %d0, i64 %v620
  %v622 = extractelement <16 x i64> %v617, i64 2
  %v623 = getelementptr inbounds float, ptr %d0, i64 %v622
  %v624 = extractelement <16 x i64> %v617, i64 3
  %v625 = getelementptr inbounds float, ptr %d0, i64 %v624
  %v626 = extractelement <16 x i64> %v617, i64 4
  %v627 = getelementptr inbounds float, ptr %d0, i64 %v626
  %v628 = extractelement <16 x i64> %v617, i64 5
  %v629 = getelementptr inbounds float, ptr %d0, i64 %v628
  %v630 = extractelement <16 x i64> %v617, i64 6
  %v631 = getelementptr inbounds float, ptr %d0, i64 %v630
  %v632 = extractelement <16 x i64> %v617, i64 7
  %v633 = getelementptr inbounds float, ptr %d0, i64 %v632
  %v634 = extractelement <16 x i64> %v617, i64 8
  %v635 = getelementptr inbounds float, ptr %d0, i64 %v634
  %v636 = extractelement <16 x i64> %v617, i64 9
  %v637 = getelementptr inbounds float, ptr %d0, i64 %v636
  %v638 = extractelement <16 x i64> %v617, i64 10
  %v639 = getelementptr inbounds float, ptr %d0, i64 %v638
  %v640 = extractelement <16 x i64> %v617, i64 11
  %v641 = getelementptr inbounds float, ptr %d0, i64 %v640
  %v642 = extractelement <16 x i64> %v617, i64 12
  %v643 = getelementptr inbounds float, ptr %d0, i64 %v642
  %v644 = extractelement <16 x i64> %v617, i64 13
  %v645 = getelementptr inbounds float, ptr %d0, i64 %v644
  %v646 = extractelement <16 x i64> %v617, i64 14
  %v647 = getelementptr inbounds float, ptr %d0, i64 %v646
  %v648 = extractelement <16 x i64> %v617, i64 15
  %v649 = getelementptr inbounds float, ptr %d0, i64 %v648
  %v650 = add <16 x i64> %v154, %v69
  %v651 = extractelement <16 x i64> %v650, i64 0
  %v652 = getelementptr inbounds float, ptr %d0, i64 %v651
  %v653 = extractelement <16 x i64> %v650, i64 1
  %v654 = getelementptr inbounds float, ptr %d0, i64 %v653
  %v655 = extractelement <16 x i64> %v650, i64 2
  %v656 = getelementptr inbounds float, ptr %d0, i64 %v655
  %v657 = extractelement <16 x i64> %v650, i64 3
  %v658 = getelementptr inbounds float, ptr %d0, i64 %v657
  %v659 = extractelement <16 x i64> %v650, i64 4
  %v660 = getelementptr inbounds float, ptr %d0, i64 %v659
  %v661 = extractelement <16 x i64> %v650, i64 5
  %v662 = getelementptr inbounds float, ptr %d0, i64 %v661
  %v663 = extractelement <16 x i64> %v650, i64 6
  %v664 = getelementptr inbounds float, ptr %d0, i64 %v663
  %v665 = extractelement <16 x i64> %v650, i64 7
  %v666 = getelementptr inbounds float, ptr %d0, i64 %v665
  %v667 = extractelement <16 x i64> %v650, i64 8
  %v668 = getelementptr inbounds float, ptr %d0, i64 %v667
  %v669 = extractelement <16 x i64> %v650, i64 9
  %v670 = getelementptr inbounds float, ptr %d0, i64 %v669
  %v671 = extractelement <16 x i64> %v650, i64 10
  %v672 = getelementptr inbounds float, ptr %d0, i64 %v671
  %v673 = extractelement <16 x i64> %v650, i64 11
  %v674 = getelementptr inbounds float, ptr %d0, i64 %v673
  %v675 = extractelement <16 x i64> %v650, i64 12
  %v676 = getelementptr inbounds float, ptr %d0, i64 %v675
  %v677 = extractelement <16 x i64> %v650, i64 13
  %v678 = getelementptr inbounds float, ptr %d0, i64 %v677
  %v679 = extractelement <16 x i64> %v650, i64 14
  %v680 = getelementptr inbounds float, ptr %d0, i64 %v679
  %v681 = extractelement <16 x i64> %v650, i64 15
  %v682 = getelementptr inbounds float, ptr %d0, i64 %v681
  %v683 = add <16 x i64> %v79, %v72
  %v684 = extractelement <16 x i64> %v683, i64 0
  %v685 = getelementptr inbounds float, ptr %d0, i64 %v684
  %v686 = extractelement <16 x i64> %v683, i64 1
  %v687 = getelementptr inbounds float, ptr %d0, i64 %v686
  %v688 = extractelement <16 x i64> %v683, i64 2
  %v689 = getelementptr inbounds float, ptr %d0, i64 %v688
  %v690 = extractelement <16 x i64> %v683, i64 3
  %v691 = getelementptr inbounds float, ptr %d0, i64 %v690
  %v692 = extractelement <16 x i64> %v683, i64 4
  %v693 = getelementptr inbounds float, ptr %d0, i64 %v692
  %v694 = extractelement <16 x i64> %v683, i64 5
  %v695 = getelementptr inbounds float, ptr %d0, i64 %v694
  %v696 = extractelement <16 x i64> %v683, i64 6
  %v697 = getelementptr inbounds float, ptr %d0, i64 %v696
  %v698 = extractelement <16 x i64> %v683, i64 7
  %v699 = getelementptr inbounds float, ptr %d0, i64 %v698
  %v700 = extractelement <16 x i64> %v683, i64 8
  %v701 = getelementptr inbounds float, ptr %d0, i64 %v700
  %v702 = extractelement <16 x i64> %v683, i64 9
  %v703 = getelementptr inbounds float, ptr %d0, i64 %v702
  %v704 = extractelement <16 x i64> %v683, i64 10
  %v705 = getelementptr inbounds float, ptr %d0, i64 %v704
  %v706 = extractelement <16 x i64> %v683, i64 11
  %v707 = getelementptr inbounds float, ptr %d0, i64 %v706
  %v708 = extractelement <16 x i64> %v683, i64 12
  %v709 = getelementptr inbounds float, ptr %d0, i64 %v708
  %v710 = extractelement <16 x i64> %v683, i64 13
  %v711 = getelementptr inbounds float, ptr %d0, i64 %v710
  %v712 = extractelement <16 x i64> %v683, i64 14
  %v713 = getelementptr inbounds float, ptr %d0, i64 %v712
  %v714 = extractelement <16 x i64> %v683, i64 15
  %v715 = getelementptr inbounds float, ptr %d0, i64 %v714
  %v716 = add <16 x i64> %v117, %v72
  %v717 = extractelement <16 x i64> %v716, i64 0
  %v718 = getelementptr inbounds float, ptr %d0, i64 %v717
  %v719 = extractelement <16 x i64> %v716, i64 1
  %v720 = getelementptr inbounds float, ptr %d0, i64 %v719
  %v721 = extractelement <16 x i64> %v716, i64 2
  %v722 = getelementptr inbounds float, ptr %d0, i64 %v721
  %v723 = extractelement <16 x i64> %v716, i64 3
  %v724 = getelementptr inbounds float, ptr %d0, i64 %v723
  %v725 = extractelement <16 x i64> %v716, i64 4
  %v726 = getelementptr inbounds float, ptr %d0, i64 %v725
  %v727 = extractelement <16 x i64> %v716, i64 5
  %v728 = getelementptr inbounds float, ptr %d0, i64 %v727
  %v729 = extractelement <16 x i64> %v716, i64 6
  %v730 = getelementptr inbounds float, ptr %d0, i64 %v729
  %v731 = extractelement <16 x i64> %v716, i64 7
  %v732 = getelementptr inbounds float, ptr %d0, i64 %v731
  %v733 = extractelement <16 x i64> %v716, i64 8
  %v734 = getelementptr inbounds float, ptr %d0, i64 %v733
  %v735 = extractelement <16 x i64> %v716, i64 9
  %v736 = getelementptr inbounds float, ptr %d0, i64 %v735
  %v737 = extractelement <16 x i64> %v716, i64 10
  %v738 = getelementptr inbounds float, ptr %d0, i64 %v737
  %v739 = extractelement <16 x i64> %v716, i64 11
  %v740 = getelementptr inbounds float, ptr %d0, i64 %v739
  %v741 = extractelement <16 x i64> %v716, i64 12
  %v742 = getelementptr inbounds float, ptr %d0, i64 %v741
  %v743 = extractelement <16 x i64> %v716, i64 13
  %v744 = getelementptr inbounds float, ptr %d0, i64 %v743
  %v745 = extractelement <16 x i64> %v716, i64 14
  %v746 = getelementptr inbounds float, ptr %d0, i64 %v745
  %v747 = extractelement <16 x i64> %v716, i64 15
  %v748 = getelementptr inbounds float, ptr %d0, i64 %v747
  %v749 = add <16 x i64> %v154, %v72
  %v750 = extractelement <16 x i64> %v749, i64 0
  %v751 = getelementptr inbounds float, ptr %d0, i64 %v750
  %v752 = extractelement <16 x i64> %v749, i64 1
  %v753 = getelementptr inbounds float, ptr %d0, i64 %v752
  %v754 = extractelement <16 x i64> %v749, i64 2
  %v755 = getelementptr inbounds float, ptr %d0, i64 %v754
  %v756 = extractelement <16 x i64> %v749, i64 3
  %v757 = getelementptr inbounds float, ptr %d0, i64 %v756
  %v758 = extractelement <16 x i64> %v749, i64 4
  %v759 = getelementptr inbounds float, ptr %d0, i64 %v758
  %v760 = extractelement <16 x i64> %v749, i64 5
  %v761 = getelementptr inbounds float, ptr %d0, i64 %v760
  %v762 = extractelement <16 x i64> %v749, i64 6
  %v763 = getelementptr inbounds float, ptr %d0, i64 %v762
  %v764 = extractelement <16 x i64> %v749, i64 7
  %v765 = getelementptr inbounds float, ptr %d0, i64 %v764
  %v766 = extractelement <16 x i64> %v749, i64 8
  %v767 = getelementptr inbounds float, ptr %d0, i64 %v766
  %v768 = extractelement <16 x i64> %v749, i64 9
  %v769 = getelementptr inbounds float, ptr %d0, i64 %v768
  %v770 = extractelement <16 x i64> %v749, i64 10
  %v771 = getelementptr inbounds float, ptr %d0, i64 %v770
  %v772 = extractelement <16 x i64> %v749, i64 11
  %v773 = getelementptr inbounds float, ptr %d0, i64 %v772
  %v774 = extractelement <16 x i64> %v749, i64 12
  %v775 = getelementptr inbounds float, ptr %d0, i64 %v774
  %v776 = extractelement <16 x i64> %v749, i64 13
  %v777 = getelementptr inbounds float, ptr %d0, i64 %v776
  %v778 = extractelement <16 x i64> %v749, i64 14
  %v779 = getelementptr inbounds float, ptr %d0, i64 %v778
  %v780 = extractelement <16 x i64> %v749, i64 15
  %v781 = getelementptr inbounds float, ptr %d0, i64 %v780
  %v782 = add <16 x i64> %v79, %v75
  %v783 = extractelement <16 x i64> %v782, i64 0
  %v784 = getelementptr inbounds float, ptr %d0, i64 %v783
  %v785 = extractelement <16 x i64> %v782, i64 1
  %v786 = getelementptr inbounds float, ptr %d0, i64 %v785
  %v787 = extractelement <16 x i64> %v782, i64 2
  %v788 = getelementptr inbounds float, ptr %d0, i64 %v787
  %v789 = extractelement <16 x i64> %v782, i64 3
  %v790 = getelementptr inbounds float, ptr %d0, i64 %v789
  %v791 = extractelement <16 x i64> %v782, i64 4
  %v792 = getelementptr inbounds float, ptr %d0, i64 %v791
  %v793 = extractelement <16 x i64> %v782, i64 5
  %v794 = getelementptr inbounds float, ptr %d0, i64 %v793
  %v795 = extractelement <16 x i64> %v782, i64 6
  %v796 = getelementptr inbounds float, ptr %d0, i64 %v795
  %v797 = extractelement <16 x i64> %v782, i64 7
  %v798 = getelementptr inbounds float, ptr %d0, i64 %v797
  %v799 = extractelement <16 x i64> %v782, i64 8
  %v800 = getelementptr inbounds float, ptr %d0, i64 %v799
  %v801 = extractelement <16 x i64> %v782, i64 9
  %v802 = getelementptr inbounds float, ptr %d0, i64 %v801
  %v803 = extractelement <16 x i64> %v782, i64 10
  %v804 = getelementptr inbounds float, ptr %d0, i64 %v803
  %v805 = extractelement <16 x i64> %v782, i64 11
  %v806 = getelementptr inbounds float, ptr %d0, i64 %v805
  %v807 = extractelement <16 x i64> %v782, i64 12
  %v808 = getelementptr inbounds float, ptr %d0, i64 %v807
  %v809 = extractelement <16 x i64> %v782, i64 13
  %v810 = getelementptr inbounds float, ptr %d0, i64 %v809
  %v811 = extractelement <16 x i64> %v782, i64 14
  %v812 = getelementptr inbounds float, ptr %d0, i64 %v811
  %v813 = extractelement <16 x i64> %v782, i64 15
  %v814 = getelementptr inbounds float, ptr %d0, i64 %v813
  %v815 = add <16 x i64> %v117, %v75
  %v816 = extractelement <16 x i64> %v815, i64 0
  %v817 = getelementptr inbounds float, ptr %d0, i64 %v816
  %v818 = extractelement <16 x i64> %v815, i64 1
  %v819 = getelementptr inbounds float, ptr %d0, i64 %v818
  %v820 = extractelement <16 x i64> %v815, i64 2
  %v821 = getelementptr inbounds float, ptr %d0, i64 %v820
  %v822 = extractelement <16 x i64> %v815, i64 3
  %v823 = getelementptr inbounds float, ptr %d0, i64 %v822
  %v824 = extractelement <16 x i64> %v815, i64 4
  %v825 = getelementptr inbounds float, ptr %d0, i64 %v824
  %v826 = extractelement <16 x i64> %v815, i64 5
  %v827 = getelementptr inbounds float, ptr %d0, i64 %v826
  %v828 = extractelement <16 x i64> %v815, i64 6
  %v829 = getelementptr inbounds float, ptr %d0, i64 %v828
  %v830 = extractelement <16 x i64> %v815, i64 7
  %v831 = getelementptr inbounds float, ptr %d0, i64 %v830
  %v832 = extractelement <16 x i64> %v815, i64 8
  %v833 = getelementptr inbounds float, ptr %d0, i64 %v832
  %v834 = extractelement <16 x i64> %v815, i64 9
  %v835 = getelementptr inbounds float, ptr %d0, i64 %v834
  %v836 = extractelement <16 x i64> %v815, i64 10
  %v837 = getelementptr inbounds float, ptr %d0, i64 %v836
  %v838 = extractelement <16 x i64> %v815, i64 11
  %v839 = getelementptr inbounds float, ptr %d0, i64 %v838
  %v840 = extractelement <16 x i64> %v815, i64 12
  %v841 = getelementptr inbounds float, ptr %d0, i64 %v840
  %v842 = extractelement <16 x i64> %v815, i64 13
  %v843 = getelementptr inbounds float, ptr %d0, i64 %v842
  %v844 = extractelement <16 x i64> %v815, i64 14
  %v845 = getelementptr inbounds float, ptr %d0, i64 %v844
  %v846 = extractelement <16 x i64> %v815, i64 15
  %v847 = getelementptr inbounds float, ptr %d0, i64 %v846
  %v848 = add <16 x i64> %v154, %v75
  %v849 = extractelement <16 x i64> %v848, i64 0
  %v850 = getelementptr inbounds float, ptr %d0, i64 %v849
  %v851 = extractelement <16 x i64> %v848, i64 1
  %v852 = getelementptr inbounds float, ptr %d0, i64 %v851
  %v853 = extractelement <16 x i64> %v848, i64 2
  %v854 = getelementptr inbounds float, ptr %d0, i64 %v853
  %v855 = extractelement <16 x i64> %v848, i64 3
  %v856 = getelementptr inbounds float, ptr %d0, i64 %v855
  %v857 = extractelement <16 x i64> %v848, i64 4
  %v858 = getelementptr inbounds float, ptr %d0, i64 %v857
  %v859 = extractelement <16 x i64> %v848, i64 5
  %v860 = getelementptr inbounds float, ptr %d0, i64 %v859
  %v861 = extractelement <16 x i64> %v848, i64 6
  %v862 = getelementptr inbounds float, ptr %d0, i64 %v861
  %v863 = extractelement <16 x i64> %v848, i64 7
  %v864 = getelementptr inbounds float, ptr %d0, i64 %v863
  %v865 = extractelement <16 x i64> %v848, i64 8
  %v866 = getelementptr inbounds float, ptr %d0, i64 %v865
  %v867 = extractelement <16 x i64> %v848, i64 9
  %v868 = getelementptr inbounds float, ptr %d0, i64 %v867
  %v869 = extractelement <16 x i64> %v848, i64 10
  %v870 = getelementptr inbounds float, ptr %d0, i64 %v869
  %v871 = extractelement <16 x i64> %v848, i64 11
  %v872 = getelementptr inbounds float, ptr %d0, i64 %v871
  %v873 = extractelement <16 x i64> %v848, i64 12
  %v874 = getelementptr inbounds float, ptr %d0, i64 %v873
  %v875 = extractelement <16 x i64> %v848, i64 13
  %v876 = getelementptr inbounds float, ptr %d0, i64 %v875
  %v877 = extractelement <16 x i64> %v848, i64 14
  %v878 = getelementptr inbounds float, ptr %d0, i64 %v877
  %v879 = extractelement <16 x i64> %v848, i64 15
  %v880 = getelementptr inbounds float, ptr %d0, i64 %v879
  br label %r4.head
r4.head:
  %r4 = phi i64 [ 0, %i3.body ], [ %r4.next, %r4.last ]
  %r4.more = icmp slt i64 %r4, 128
  br i1 %r4.more, label %r4.body, label %r4.done
r4.body:
  %v881 = add nsw i64 %r4, %v26
  %v882 = getelementptr inbounds float, ptr %d1, i64 %v881
  %v883 = load float, ptr %v882, align 4
  %v884 = insertelement <16 x float> poison, float %v883, i64 0
  %v885 = shufflevector <16 x float> %v884, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v886 = mul nsw i64 %r4, 48
  %v887 = add nsw i64 %v886, %v83
  %v888 = getelementptr inbounds float, ptr %tile0, i64 %v887
  %v889 = load <16 x float>, ptr %v888, align 4
  %v890 = fmul contract <16 x float> %v885, %v889
  %v891 = load <16 x float>, ptr %acc99
  %v892 = fadd contract <16 x float> %v891, %v890
  store <16 x float> %v892, ptr %acc99
  %v893 = getelementptr float, ptr %tile0, i64 %v887
  %v894 = getelementptr float, ptr %v893, i64 16
  %v895 = load <16 x float>, ptr %v894, align 4
  %v896 = fmul contract <16 x float> %v885, %v895
  %v897 = load <16 x float>, ptr %acc100
  %v898 = fadd contract <16 x float> %v897, %v896
  store <16 x float> %v898, ptr %acc100
  %v899 = getelementptr float, ptr %v893, i64 32
  %v900 = load <16 x float>, ptr %v899, align 4
  %v901 = fmul contract <16 x float> %v885, %v900
  %v902 = load <16 x float>, ptr %acc101
  %v903 = fadd contract <16 x float> %v902, %v901
  store <16 x float> %v903, ptr %acc101
  %v904 = add nsw i64 %r4, %v30
  %v905 = getelementptr inbounds float, ptr %d1, i64 %v904
  %v906 = load float, ptr %v905, align 4
  %v907 = insertelement <16 x float> poison, float %v906, i64 0
  %v908 = shufflevector <16 x float> %v907, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v909 = fmul contract <16 x float> %v908, %v889
  %v910 = load <16 x float>, ptr %acc102
  %v911 = fadd contract <16 x float> %v910, %v909
  store <16 x float> %v911, ptr %acc102
  %v912 = fmul contract <16 x float> %v908, %v895
  %v913 = load <16 x float>, ptr %acc103
  %v914 = fadd contract <16 x float> %v913, %v912
  store <16 x float> %v914, ptr %acc103
  %v915 = fmul contract <16 x float> %v908, %v900
  %v916 = load <16 x float>, ptr %acc104
  %v917 = fadd contract <16 x float> %v916, %v915
  store <16 x float> %v917, ptr %acc104
  %v918 = add nsw i64 %r4, %v34
  %v919 = getelementptr inbounds float, ptr %d1, i64 %v918
  %v920 = load float, ptr %v919, align 4
  %v921 = insertelement <16 x float> poison, float %v920, i64 0
  %v922 = shufflevector <16 x float> %v921, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v923 = fmul contract <16 x float> %v922, %v889
  %v924 = load <16 x float>, ptr %acc105
  %v925 = fadd contract <16 x float> %v924, %v923
  store <16 x float> %v925, ptr %acc105
  %v926 = fmul contract <16 x float> %v922, %v895
  %v927 = load <16 x float>, ptr %acc106
  %v928 = fadd contract <16 x float> %v927, %v926
  store <16 x float> %v928, ptr %acc106
  %v929 = fmul contract <16 x float> %v922, %v900
  %v930 = load <16 x float>, ptr %acc107
  %v931 = fadd contract <16 x float> %v930, %v929
  store <16 x float> %v931, ptr %acc107
  %v932 = add nsw i64 %r4, %v38
  %v933 = getelementptr inbounds float, ptr %d1, i64 %v932
  %v934 = load float, ptr %v933, align 4
  %v935 = insertelement <16 x float> poison, float %v934, i64 0
  %v936 = shufflevector <16 x float> %v935, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v937 = fmul contract <16 x float> %v936, %v889
  %v938 = load <16 x float>, ptr %acc108
  %v939 = fadd contract <16 x float> %v938, %v937
  store <16 x float> %v939, ptr %acc108
  %v940 = fmul contract <16 x float> %v936, %v895
  %v941 = load <16 x float>, ptr %acc109
  %v942 = fadd contract <16 x float> %v941, %v940
  store <16 x float> %v942, ptr %acc109
  %v943 = fmul contract <16 x float> %v936, %v900
  %v944 = load <16 x float>, ptr %acc110
  %v945 = fadd contract <16 x float> %v944, %v943
  store <16 x float> %v945, ptr %acc110
  %v946 = add nsw i64 %r4, %v42
  %v947 = getelementptr inbounds float, ptr %d1, i64 %v946
  %v948 = load float, ptr %v947, align 4
  %v949 = insertelement <16 x float> poison, float %v948, i64 0
  %v950 = shufflevector <16 x float> %v949, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v951 = fmul contract <16 x float> %v950, %v889
  %v952 = load <16 x float>, ptr %acc111
  %v953 = fadd contract <16 x float> %v952, %v951
  store <16 x float> %v953, ptr %acc111
  %v954 = fmul contract <16 x float> %v950, %v895
  %v955 = load <16 x float>, ptr %acc112
  %v956 = fadd contract <16 x float> %v955, %v954
  store <16 x float> %v956, ptr %acc112
  %v957 = fmul contract <16 x float> %v950, %v900
  %v958 = load <16 x float>, ptr %acc113
  %v959 = fadd contract <16 x float> %v958, %v957
  store <16 x float> %v959, ptr %acc113
  %v960 = add nsw i64 %r4, %v46
  %v961 = getelementptr inbounds float, ptr %d1, i64 %v960
  %v962 = load float, ptr %v961, align 4
  %v963 = insertelement <16 x float> poison, float %v962, i64 0
  %v964 = shufflevector <16 x float> %v963, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v965 = fmul contract <16 x float> %v964, %v889
  %v966 = load <16 x float>, ptr %acc114
  %v967 = fadd contract <16 x float> %v966, %v965
  store <16 x float> %v967, ptr %acc114
  %v968 = fmul contract <16 x float> %v964, %v895
  %v969 = load <16 x float>, ptr %acc115
  %v970 = fadd contract <16 x float> %v969, %v968
  store <16 x float> %v970, ptr %acc115
  %v971 = fmul contract <16 x float> %v964, %v900
  %v972 = load <16 x float>, ptr %acc116
  %v973 = fadd contract <16 x float> %v972, %v971
  store <16 x float> %v973, ptr %acc116
  %v974 = add nsw i64 %r4, %v50
  %v975 = getelementptr inbounds float, ptr %d1, i64 %v974
  %v976 = load float, ptr %v975, align 4
  %v977 = insertelement <16 x float> poison, float %v976, i64 0
  %v978 = shufflevector <16 x float> %v977, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v979 = fmul contract <16 x float> %v978, %v889
  %v980 = load <16 x float>, ptr %acc117
  %v981 = fadd contract <16 x float> %v980, %v979
  store <16 x float> %v981, ptr %acc117
  %v982 = fmul contract <16 x float> %v978, %v895
  %v983 = load <16 x float>, ptr %acc118
  %v984 = fadd contract <16 x float> %v983, %v982
  store <16 x float> %v984, ptr %acc118
  %v985 = fmul contract <16 x float> %v978, %v900
  %v986 = load <16 x float>, ptr %acc119
  %v987 = fadd contract <16 x float> %v986, %v985
  store <16 x float> %v987, ptr %acc119
  %v988 = add nsw i64 %r4, %v54
  %v989 = getelementptr inbounds float, ptr %d1, i64 %v988
  %v990 = load float, ptr %v989, align 4
  %v991 = insertelement <16 x float> poison, float %v990, i64 0
  %v992 = shufflevector <16 x float> %v991, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v993 = fmul contract <16 x float> %v992, %v889
  %v994 = load <16 x float>, ptr %acc120
  %v995 = fadd contract <16 x float> %v994, %v993
  store <16 x float> %v995, ptr %acc120
  %v996 = fmul contract <16 x float> %v992, %v895
  %v997 = load <16 x float>, ptr %acc121
  %v998 = fadd contract <16 x float> %v997, %v996
  store <16 x float> %v998, ptr %acc121
  %v999 = fmul contract <16 x float> %v992, %v900
  %v1000 = load <16 x float>, ptr %acc122
  %v1001 = fadd contract <16 x float> %v1000, %v999
  store <16 x float> %v1001, ptr %acc122
  br label %r4.last
r4.last:
  %r4.next = add nsw i64 %r4, 1
  br label %r4.head
r4.done:
  %v1002 = load <16 x float>, ptr %acc99
  %v1003 = load <16 x float>, ptr %acc100
  %v1004 = load <16 x float>, ptr %acc101
  %v1005 = load <16 x float>, ptr %acc102
  %v1006 = load <16 x float>, ptr %acc103
  %v1007 = load <16 x float>, ptr %acc104
  %v1008 = load <16 x float>, ptr %acc105
  %v1009 = load <16 x float>, ptr %acc106
  %v1010 = load <16 x float>, ptr %acc107
  %v1011 = load <16 x float>, ptr %acc108
  %v1012 = load <16 x float>, ptr %acc109
  %v1013 = load <16 x float>, ptr %acc110
  %v1014 = load <16 x float>, ptr %acc111
  %v1015 = load <16 x float>, ptr %acc112
  %v1016 = load <16 x float>, ptr %acc113
  %v1017 = load <16 x float>, ptr %acc114
  %v1018 = load <16 x float>, ptr %acc115
  %v1019 = load <16 x float>, ptr %acc116
  %v1020 = load <16 x float>, ptr %acc117
  %v1021 = load <16 x float>, ptr %acc118
  %v1022 = load <16 x float>, ptr %acc119
  %v1023 = load <16 x float>, ptr %acc120
  %v1024 = load <16 x float>, ptr %acc121
  %v1025 = load <16 x float>, ptr %acc122
  %v1026 = extractelement <16 x float> %v1002, i64 0
  store float %v1026, ptr %v82, align 4
  %v1027 = extractelement <16 x float> %v1002, i64 1
  store float %v1027, ptr %v85, align 4
  %v1028 = extractelement <16 x float> %v1002, i64 2
  store float %v1028, ptr %v87, align 4
  %v1029 = extractelement <16 x float> %v1002, i64 3
  store float %v1029, ptr %v89, align 4
  %v1030 = extractelement <16 x float> %v1002, i64 4
  store float %v1030, ptr %v91, align 4
  %v1031 = extractelement <16 x float> %v1002, i64 5
  store float %v1031, ptr %v93, align 4
  %v1032 = extractelement <16 x float> %v1002, i64 6
  store float %v1032, ptr %v95, align 4
  %v1033 = extractelement <16 x float> %v1002, i64 7
  store float %v1033, ptr %v97, align 4
  %v1034 = extractelement <16 x float> %v1002, i64 8
  store float %v1034, ptr %v99, align 4
  %v1035 = extractelement <16 x float> %v1002, i64 9
  store float %v1035, ptr %v101, align 4
  %v1036 = extractelement <16 x float> %v1002, i64 10
  store float %v1036, ptr %v103, align 4
  %v1037 = extractelement <16 x float> %v1002, i64 11
  store float %v1037, ptr %v105, align 4
  %v1038 = extractelement <16 x float> %v1002, i64 12
  store float %v1038, ptr %v107, align 4
  %v1039 = extractelement <16 x float> %v1002, i64 13
  store float %v1039, ptr %v109, align 4
  %v1040 = extractelement <16 x float> %v1002, i64 14
  store float %v1040, ptr %v111, align 4
  %v1041 = extractelement <16 x float> %v1002, i64 15
  store float %v1041, ptr %v113, align 4
  %v1042 = extractelement <16 x float> %v1003, i64 0
  store float %v1042, ptr %v120, align 4
  %v1043 = extractelement <16 x float> %v1003, i64 1
  store float %v1043, ptr %v122, align 4
  %v1044 = extractelement <16 x float> %v1003, i64 2
  store float %v1044, ptr %v124, align 4
  %v1045 = extractelement <16 x float> %v1003, i64 3
  store float %v1045, ptr %v126, align 4
  %v1046 = extractelement <16 x float> %v1003, i64 4
  store float %v1046, ptr %v128, align 4
  %v1047 = extractelement <16 x float> %v1003, i64 5
  store float %v1047, ptr %v130, align 4
  %v1048 = extractelement <16 x float> %v1003, i64 6
  store float %v1048, ptr %v132, align 4
  %v1049 = extractelement <16 x float> %v1003, i64 7
  store float %v1049, ptr %v134, align 4
  %v1050 = extractelement <16 x float> %v1003, i64 8
  store float %v1050, ptr %v136, align 4
  %v1051 = extractelement <16 x float> %v1003, i64 9
  store float %v1051, ptr %v138, align 4
  %v1052 = extractelement <16 x float> %v1003, i64 10
  store float %v1052, ptr %v140, align 4
  %v1053 = extractelement <16 x float> %v1003, i64 11
  store float %v1053, ptr %v142, align 4
  %v1054 = extractelement <16 x float> %v1003, i64 12
  store float %v1054, ptr %v144, align 4
  %v1055 = extractelement <16 x float> %v1003, i64 13
  store float %v1055, ptr %v146, align 4
  %v1056 = extractelement <16 x float> %v1003, i64 14
  store float %v1056, ptr %v148, align 4
  %v1057 = extractelement <16 x float> %v1003, i64 15
  store float %v1057, ptr %v150, align 4
  %v1058 = extractelement <16 x float> %v1004, i64 0
  store float %v1058, ptr %v157, align 4
  %v1059 = extractelement <16 x float> %v1004, i64 1
  store float %v1059, ptr %v159, align 4
  %v1060 = extractelement <16 x float> %v1004, i64 2
  store float %v1060, ptr %v161, align 4
  %v1061 = extractelement <16 x float> %v1004, i64 3
  store float %v1061, ptr %v163, align 4
  %v1062 = extractelement <16 x float> %v1004, i64 4
  store float %v1062, ptr %v165, align 4
  %v1063 = extractelement <16 x float> %v1004, i64 5
  store float %v1063, ptr %v167, align 4
  %v1064 = extractelement <16 x float> %v1004, i64 6
  store float %v1064, ptr %v169, align 4
  %v1065 = extractelement <16 x float> %v1004, i64 7
  store float %v1065, ptr %v171, align 4
  %v1066 = extractelement <16 x float> %v1004, i64 8
  store float %v1066, ptr %v173, align 4
  %v1067 = extractelement <16 x float> %v1004, i64 9
  store float %v1067, ptr %v175, align 4
  %v1068 = extractelement <16 x float> %v1004, i64 10
  store float %v1068, ptr %v177, align 4
  %v1069 = extractelement <16 x float> %v1004, i64 11
  store float %v1069, ptr %v179, align 4
  %v1070 = extractelement <16 x float> %v1004, i64 12
  store float %v1070, ptr %v181, align 4
  %v1071 = extractelement <16 x float> %v1004, i64 13
  store float %v1071, ptr %v183, align 4
  %v1072 = extractelement <16 x float> %v1004, i64 14
  store float %v1072, ptr %v185, align 4
  %v1073 = extractelement <16 x float> %v1004, i64 15
  store float %v1073, ptr %v187, align 4
  %v1074 = extractelement <16 x float> %v1005, i64 0
  store float %v1074, ptr %v190, align 4
  %v1075 = extractelement <16 x float> %v1005, i64 1
  store float %v1075, ptr %v192, align 4
  %v1076 = extractelement <16 x float> %v1005, i64 2
  store float %v1076, ptr %v194, align 4
  %v1077 = extractelement <16 x float> %v1005, i64 3
  store float %v1077, ptr %v196, align 4
  %v1078 = extractelement <16 x float> %v1005, i64 4
  store float %v1078, ptr %v198, align 4
  %v1079 = extractelement <16 x float> %v1005, i64 5
  store float %v1079, ptr %v200, align 4
  %v1080 = extractelement <16 x float> %v1005, i64 6
  store float %v1080, ptr %v202, align 4
  %v1081 = extractelement <16 x float> %v1005, i64 7
  store float %v1081, ptr %v204, align 4
  %v1082 = extractelement <16 x float> %v1005, i64 8
  store float %v1082, ptr %v206, align 4
  %v1083 = extractelement <16 x float> %v1005, i64 9
  store float %v1083, ptr %v208, align 4
  %v1084 = extractelement <16 x float> %v1005, i64 10
  store float %v1084, ptr %v210, align 4
  %v1085 = extractelement <16 x float> %v1005, i64 11
  store float %v1085, ptr %v212, align 4
  %v1086 = extractelement <16 x float> %v1005, i64 12
  store float %v1086, ptr %v214, align 4
  %v1087 = extractelement <16 x float> %v1005, i64 13
  store float %v1087, ptr %v216, align 4
  %v1088 = extractelement <16 x float> %v1005, i64 14
  store float %v1088, ptr %v218, align 4
  %v1089 = extractelement <16 x float> %v1005, i64 15
  store float %v1089, ptr %v220, align 4
  %v1090 = extractelement <16 x float> %v1006, i64 0
  store float %v1090, ptr %v223, align 4
  %v1091 = extractelement <16 x float> %v1006, i64 1
  store float %v1091, ptr %v225, align 4
  %v1092 = extractelement <16 x float> %v1006, i64 2
  store float %v1092, ptr %v227, align 4
  %v1093 = extractelement <16 x float> %v1006, i64 3
  store float %v1093, ptr %v229, align 4
  %v1094 = extractelement <16 x float> %v1006, i64 4
  store float %v1094, ptr %v231, align 4
  %v1095 = extractelement <16 x float> %v1006, i64 5
  store float %v1095, ptr %v233, align 4
  %v1096 = extractelement <16 x float> %v1006, i64 6
  store float %v1096, ptr %v235, align 4
  %v1097 = extractelement <16 x float> %v1006, i64 7
  store float %v1097, ptr %v237, align 4
  %v1098 = extractelement <16 x float> %v1006, i64 8
  store float %v1098, ptr %v239, align 4
  %v1099 = extractelement <16 x float> %v1006, i64 9
  store float %v1099, ptr %v241, align 4
  %v1100 = extractelement <16 x float> %v1006, i64 10
  store float %v1100, ptr %v243, align 4
  %v1101 = extractelement <16 x float> %v1006, i64 11
  store float %v1101, ptr %v245, align 4
  %v1102 = extractelement <16 x float> %v1006, i64 12
  store float %v1102, ptr %v247, align 4
  %v1103 = extractelement <16 x float> %v1006, i64 13
  store float %v1103, ptr %v249, align 4
  %v1104 = extractelement <16 x float> %v1006, i64 14
  store float %v1104, ptr %v251, align 4
  %v1105 = extractelement <16 x float> %v1006, i64 15
  store float %v1105, ptr %v253, align 4
  %v1106 = extractelement <16 x float> %v1007, i64 0
  store float %v1106, ptr %v256, align 4
  %v1107 = extractelement <16 x float> %v1007, i64 1
  store float %v1107, ptr %v258, align 4
  %v1108 = extractelement <16 x float> %v1007, i64 2
  store float %v1108, ptr %v260, align 4
  %v1109 = extractelement <16 x float> %v1007, i64 3
  store float %v1109, ptr %v262, align 4
  %v1110 = extractelement <16 x float> %v1007, i64 4
  store float %v1110, ptr %v264, align 4
  %v1111 = extractelement <16 x float> %v1007, i64 5
  store float %v1111, ptr %v266, align 4
  %v1112 = extractelement <16 x float> %v1007, i64 6
  store float %v1112, ptr %v268, align 4
  %v1113 = extractelement <16 x float> %v1007, i64 7
  store float %v1113, ptr %v270, align 4
  %v1114 = extractelement <16 x float> %v1007, i64 8
  store float %v1114, ptr %v272, align 4
  %v1115 = extractelement <16 x float> %v1007, i64 9
  store float %v1115, ptr %v274, align 4
  %v1116 = extractelement <16 x float> %v1007, i64 10
  store float %v1116, ptr %v276, align 4
  %v1117 = extractelement <16 x float> %v1007, i64 11
  store float %v1117, ptr %v278, align 4
  %v1118 = extractelement <16 x float> %v1007, i64 12
  store float %v1118, ptr %v280, align 4
  %v1119 = extractelement <16 x float> %v1007, i64 13
  store float %v1119, ptr %v282, align 4
  %v1120 = extractelement <16 x float> %v1007, i64 14
  store float %v1120, ptr %v284, align 4
  %v1121 = extractelement <16 x float> %v1007, i64 15
  store float %v1121, ptr %v286, align 4
  %v1122 = extractelement <16 x float> %v1008, i64 0
  store float %v1122, ptr %v289, align 4
  %v1123 = extractelement <16 x float> %v1008, i64 1
  store float %v1123, ptr %v291, align 4
  %v1124 = extractelement <16 x float> %v1008, i64 2
  store float %v1124, ptr %v293, align 4
  %v1125 = extractelement <16 x float> %v1008, i64 3
  store float %v1125, ptr %v295, align 4
  %v1126 = extractelement <16 x float> %v1008, i64 4
  store float %v1126, ptr %v297, align 4
  %v1127 = extractelement <16 x float> %v1008, i64 5
  store float %v1127, ptr %v299, align 4
  %v1128 = extractelement <16 x float> %v1008, i64 6
  store float %v1128, ptr %v301, align 4
  %v1129 = extractelement <16 x float> %v1008, i64 7
  store float %v1129, ptr %v303, align 4
  %v1130 = extractelement <16 x float> %v1008, i64 8
  store float %v1130, ptr %v305, align 4
  %v1131 = extractelement <16 x float> %v1008, i64 9
  store float %v1131, ptr %v307, align 4
  %v1132 = extractelement <16 x float> %v1008, i64 10
  store float %v1132, ptr %v309, align 4
  %v1133 = extractelement <16 x float> %v1008, i64 11
  store float %v1133, ptr %v311, align 4
  %v1134 = extractelement <16 x float> %v1008, i64 12
  store float %v1134, ptr %v313, align 4
  %v1135 = extractelement <16 x float> %v1008, i64 13
  store float %v1135, ptr %v315, align 4
  %v1136 = extractelement <16 x float> %v1008, i64 14
  store float %v1136, ptr %v317, align 4
  %v1137 = extractelement <16 x float> %v1008, i64 15
  store float %v1137, ptr %v319, align 4
  %v1138 = extractelement <16 x float> %v1009, i64 0
  store float %v1138, ptr %v322, align 4
  %v1139 = extractelement <16 x float> %v1009, i64 1
  store float %v1139, ptr %v324, align 4
  %v1140 = extractelement <16 x float> %v1009, i64 2
  store float %v1140, ptr %v326, align 4
  %v1141 = extractelement <16 x float> %v1009, i64 3
  store float %v1141, ptr %v328, align 4
  %v1142 = extractelement <16 x float> %v1009, i64 4
  store float %v1142, ptr %v330, align 4
  %v1143 = extractelement <16 x float> %v1009, i64 5
  store float %v1143, ptr %v332, align 4
  %v1144 = extractelement <16 x float> %v1009, i64 6
  store float %v1144, ptr %v334, align 4
  %v1145 = extractelement <16 x float> %v1009, i64 7
  store float %v1145, ptr %v336, align 4
  %v1146 = extractelement <16 x float> %v1009, i64 8
  store float %v1146, ptr %v338, align 4
  %v1147 = extractelement <16 x float> %v1009, i64 9
  store float %v1147, ptr %v340, align 4
  %v1148 = extractelement <16 x float> %v1009, i64 10
  store float %v1148, ptr %v342, align 4
  %v1149 = extractelement <16 x float> %v1009, i64 11
  store float %v1149, ptr %v344, align 4
  %v1150 = extractelement <16 x float> %v1009, i64 12
  store float %v1150, ptr %v346, align 4
  %v1151 = extractelement <16 x float> %v1009, i64 13
  store float %v1151, ptr %v348, align 4
  %v1152 = extractelement <16 x float> %v1009, i64 14
  store float %v1152, ptr %v350, align 4
  %v1153 = extractelement <16 x float> %v1009, i64 15
  store float %v1153, ptr %v352, align 4
  %v1154 = extractelement <16 x float> %v1010, i64 0
  store float %v1154, ptr %v355, align 4
  %v1155 = extractelement <16 x float> %v1010, i64 1
  store float %v1155, ptr %v357, align 4
  %v1156 = extractelement <16 x float> %v1010, i64 2
  store float %v1156, ptr %v359, align 4
  %v1157 = extractelement <16 x float> %v1010, i64 3
  store float %v1157, ptr %v361, align 4
  %v1158 = extractelement <16 x float> %v1010, i64 4
  store float %v1158, ptr %v363, align 4
  %v1159 = extractelement <16 x float> %v1010, i64 5
  store float %v1159, ptr %v365, align 4
  %v1160 = extractelement <16 x float> %v1010, i64 6
  store float %v1160, ptr %v367, align 4
  %v1161 = extractelement <16 x float> %v1010, i64 7
  store float %v1161, ptr %v369, align 4
  %v1162 = extractelement <16 x float> %v1010, i64 8
  store float %v1162, ptr %v371, align 4
  %v1163 = extractelement <16 x float> %v1010, i64 9
  store float %v1163, ptr %v373, align 4
  %v1164 = extractelement <16 x float> %v1010, i64 10
  store float %v1164, ptr %v375, align 4
  %v1165 = extractelement <16 x float> %v1010, i64 11
  store float %v1165, ptr %v377, align 4
  %v1166 = extractelement <16 x float> %v1010, i64 12
  store float %v1166, ptr %v379, align 4
  %v1167 = extractelement <16 x float> %v1010, i64 13
  store float %v1167, ptr %v381, align 4
  %v1168 = extractelement <16 x float> %v1010, i64 14
  store float %v1168, ptr %v383, align 4
  %v1169 = extractelement <16 x float> %v1010, i64 15
  store float %v1169, ptr %v385, align 4
  %v1170 = extractelement <16 x float> %v1011, i64 0
  store float %v1170, ptr %v388, align 4
  %v1171 = extractelement <16 x float> %v1011, i64 1
  store float %v1171, ptr %v390, align 4
  %v1172 = extractelement <16 x float> %v1011, i64 2
  store float %v1172, ptr %v392, align 4
  %v1173 = extractelement <16 x float> %v1011, i64 3
  store float %v1173, ptr %v394, align 4
  %v1174 = extractelement <16 x float> %v1011, i64 4
  store float %v1174, ptr %v396, align 4
  %v1175 = extractelement <16 x float> %v1011, i64 5
  store float %v1175, ptr %v398, align 4
  %v1176 = extractelement <16 x float> %v1011, i64 6
  store float %v1176, ptr %v400, align 4
  %v1177 = extractelement <16 x float> %v1011, i64 7
  store float %v1177, ptr %v402, align 4
  %v1178 = extractelement <16 x float> %v1011, i64 8
  store float %v1178, ptr %v404, align 4
  %v1179 = extractelement <16 x float> %v1011, i64 9
  store float %v1179, ptr %v406, align 4
  %v1180 = extractelement <16 x float> %v1011, i64 10
  store float %v1180, ptr %v408, align 4
  %v1181 = extractelement <16 x float> %v1011, i64 11
  store float %v1181, ptr %v410, align 4
  %v1182 = extractelement <16 x float> %v1011, i64 12
  store float %v1182, ptr %v412, align 4
  %v1183 = extractelement <16 x float> %v1011, i64 13
  store float %v1183, ptr %v414, align 4
  %v1184 = extractelement <16 x float> %v1011, i64 14
  store float %v1184, ptr %v416, align 4
  %v1185 = extractelement <16 x float> %v1011, i64 15
  store float %v1185, ptr %v418, align 4
  %v1186 = extractelement <16 x float> %v1012, i64 0
  store float %v1186, ptr %v421, align 4
  %v1187 = extractelement <16 x float> %v1012, i64 1
  store float %v1187, ptr %v423, align 4
  %v1188 = extractelement <16 x float> %v1012, i64 2
  store float %v1188, ptr %v425, align 4
  %v1189 = extractelement <16 x float> %v1012, i64 3
  store float %v1189, ptr %v427, align 4
  %v1190 = extractelement <16 x float> %v1012, i64 4
  store float %v1190, ptr %v429, align 4
  %v1191 = extractelement <16 x float> %v1012, i64 5
  store float %v1191, ptr %v431, align 4
  %v1192 = extractelement <16 x float> %v1012, i64 6
  store float %v1192, ptr %v433, align 4
  %v1193 = extractelement <16 x float> %v1012, i64 7
  store float %v1193, ptr %v435, align 4
  %v1194 = extractelement <16 x float> %v1012, i64 8
  store float %v1194, ptr %v437, align 4
  %v1195 = extractelement <16 x float> %v1012, i64 9
  store float %v1195, ptr %v439, align 4
  %v1196 = extractelement <16 x float> %v1012, i64 10
  store float %v1196, ptr %v441, align 4
  %v1197 = extractelement <16 x float> %v1012, i64 11
  store float %v1197, ptr %v443, align 4
  %v1198 = extractelement <16 x float> %v1012, i64 12
  store float %v1198, ptr %v445, align 4
  %v1199 = extractelement <16 x float> %v1012, i64 13
  store float %v1199, ptr %v447, align 4
  %v1200 = extractelement <16 x float> %v1012, i64 14
  store float %v1200, ptr %v449, align 4
  %v1201 = extractelement <16 x float> %v1012, i64 15
  store float %v1201, ptr %v451, align 4
  %v1202 = extractelement <16 x float> %v1013, i64 0
  store float %v1202, ptr %v454, align 4
  %v1203 = extractelement <16 x float> %v1013, i64 1
  store float %v1203, ptr %v456, align 4
  %v1204 = extractelement <16 x float> %v1013, i64 2
  store float %v1204, ptr %v458, align 4
  %v1205 = extractelement <16 x float> %v1013, i64 3
  store float %v1205, ptr %v460, align 4
  %v1206 = extractelement <16 x float> %v1013, i64 4
  store float %v1206, ptr %v462, align 4
  %v1207 = extractelement <16 x float> %v1013, i64 5
  store float %v1207, ptr %v464, align 4
  %v1208 = extractelement <16 x float> %v1013, i64 6
  store float %v1208, ptr %v466, align 4
  %v1209 = extractelement <16 x float> %v1013, i64 7
  store float %v1209, ptr %v468, align 4
  %v1210 = extractelement <16 x float> %v1013, i64 8
  store float %v1210, ptr %v470, align 4
  %v1211 = extractelement <16 x float> %v1013, i64 9
  store float %v1211, ptr %v472, align 4
  %v1212 = extractelement <16 x float> %v1013, i64 10
  store float %v1212, ptr %v474, align 4
  %v1213 = extractelement <16 x float> %v1013, i64 11
  store float %v1213, ptr %v476, align 4
  %v1214 = extractelement <16 x float> %v1013, i64 12
  store float %v1214, ptr %v478, align 4
  %v1215 = extractelement <16 x float> %v1013, i64 13
  store float %v1215, ptr %v480, align 4
  %v1216 = extractelement <16 x float> %v1013, i64 14
  store float %v1216, ptr %v482, align 4
  %v1217 = extractelement <16 x float> %v1013, i64 15
  store float %v1217, ptr %v484, align 4
  %v1218 = extractelement <16 x float> %v1014, i64 0
  store float %v1218, ptr %v487, align 4
  %v1219 = extractelement <16 x float> %v1014, i64 1
  store float %v1219, ptr %v489, align 4
  %v1220 = extractelement <16 x float> %v1014, i64 2
  store float %v1220, ptr %v491, align 4
  %v1221 = extractelement <16 x float> %v1014, i64 3
  store float %v1221, ptr %v493, align 4
  %v1222 = extractelement <16 x float> %v1014, i64 4
  store float %v1222, ptr %v495, align 4
  %v1223 = extractelement <16 x float> %v1014, i64 5
  store float %v1223, ptr %v497, align 4
  %v1224 = extractelement <16 x float> %v1014, i64 6
  store float %v1224, ptr %v499, align 4
  %v1225 = extractelement <16 x float> %v1014, i64 7
  store float %v1225, ptr %v501, align 4
  %v1226 = extractelement <16 x float> %v1014, i64 8
  store float %v1226, ptr %v503, align 4
  %v1227 = extractelement <16 x float> %v1014, i64 9
  store float %v1227, ptr %v505, align 4
  %v1228 = extractelement <16 x float> %v1014, i64 10
  store float %v1228, ptr %v507, align 4
  %v1229 = extractelement <16 x float> %v1014, i64 11
  store float %v1229, ptr %v509, align 4
  %v1230 = extractelement <16 x float> %v1014, i64 12
  store float %v1230, ptr %v511, align 4
  %v1231 = extractelement <16 x float> %v1014, i64 13
  store float %v1231, ptr %v513, align 4
  %v1232 = extractelement <16 x float> %v1014, i64 14
  store float %v1232, ptr %v515, align 4
  %v1233 = extractelement <16 x float> %v1014, i64 15
  store float %v1233, ptr %v517, align 4
  %v1234 = extractelement <16 x float> %v1015, i64 0
  store float %v1234, ptr %v520, align 4
  %v1235 = extractelement <16 x float> %v1015, i64 1
  store float %v1235, ptr %v522, align 4
  %v1236 = extractelement <16 x float> %v1015, i64 2
  store float %v1236, ptr %v524, align 4
  %v1237 = extractelement <16 x float> %v1015, i64 3
  store float %v1237, ptr %v526, align 4
  %v1238 = extractelement <16 x float> %v1015, i64 4
  store float %v1238, ptr %v528, align 4
  %v1239 = extractelement <16 x float> %v1015, i64 5
  store float %v1239, ptr %v530, align 4
  %v1240 = extractelement <16 x float> %v1015, i64 6
  store float %v1240, ptr %v532, align 4
  %v1241 = extractelement <16 x float> %v1015, i64 7
  store float %v1241, ptr %v534, align 4
  %v1242 = extractelement <16 x float> %v1015, i64 8
  store float %v1242, ptr %v536, align 4
  %v1243 = extractelement <16 x float> %v1015, i64 9
  store float %v1243, ptr %v538, align 4
  %v1244 = extractelement <16 x float> %v1015, i64 10
  store float %v1244, ptr %v540, align 4
  %v1245 = extractelement <16 x float> %v1015, i64 11
  store float %v1245, ptr %v542, align 4
  %v1246 = extractelement <16 x float> %v1015, i64 12
  store float %v1246, ptr %v544, align 4
  %v1247 = extractelement <16 x float> %v1015, i64 13
  store float %v1247, ptr %v546, align 4
  %v1248 = extractelement <16 x float> %v1015, i64 14
  store float %v1248, ptr %v548, align 4
  %v1249 = extractelement <16 x float> %v1015, i64 15
  store float %v1249, ptr %v550, align 4
  %v1250 = extractelement <16 x float> %v1016, i64 0
  store float %v1250, ptr %v553, align 4
  %v1251 = extractelement <16 x float> %v1016, i64 1
  store float %v1251, ptr %v555, align 4
  %v1252 = extractelement <16 x float> %v1016, i64 2
  store float %v1252, ptr %v557, align 4
  %v1253 = extractelement <16 x float> %v1016, i64 3
  store float %v1253, ptr %v559, align 4
  %v1254 = extractelement <16 x float> %v1016, i64 4
  store float %v1254, ptr %v561, align 4
  %v1255 = extractelement <16 x float> %v1016, i64 5
  store float %v1255, ptr %v563, align 4
  %v1256 = extractelement <16 x float> %v1016, i64 6
  store float %v1256, ptr %v565, align 4
  %v1257 = extractelement <16 x float> %v1016, i64 7
  store float %v1257, ptr %v567, align 4
  %v1258 = extractelement <16 x float> %v1016, i64 8
  store float %v1258, ptr %v569, align 4
  %v1259 = extractelement <16 x float> %v1016, i64 9
  store float %v1259, ptr %v571, align 4
  %v1260 = extractelement <16 x float> %v1016, i64 10
  store float %v1260, ptr %v573, align 4
  %v1261 = extractelement <16 x float> %v1016, i64 11
  store float %v1261, ptr %v575, align 4
  %v1262 = extractelement <16 x float> %v1016, i64 12
  store float %v1262, ptr %v577, align 4
  %v1263 = extractelement <16 x float> %v1016, i64 13
  store float %v1263, ptr %v579, align 4
  %v1264 = extractelement <16 x float> %v1016, i64 14
  store float %v1264, ptr %v581, align 4
  %v1265 = extractelement <16 x float> %v1016, i64 15
  store float %v1265, ptr %v583, align 4
  %v1266 = extractelement <16 x float> %v1017, i64 0
  store float %v1266, ptr %v586, align 4
  %v1267 = extractelement <16 x float> %v1017, i64 1
  store float %v1267, ptr %v588, align 4
  %v1268 = extractelement <16 x float> %v1017, i64 2
  store float %v1268, ptr %v590, align 4
  %v1269 = extractelement <16 x float> %v1017, i64 3
  store float %v1269, ptr %v592, align 4
  %v1270 = extractelement <16 x float> %v1017, i64 4
  store float %v1270, ptr %v594, align 4
  %v1271 = extractelement <16 x float> %v1017, i64 5
  store float %v1271, ptr %v596, align 4
  %v1272 = extractelement <16 x float> %v1017, i64 6
  store float %v1272, ptr %v598, align 4
  %v1273 = extractelement <16 x float> %v1017, i64 7
  store float %v1273, ptr %v600, align 4
  %v1274 = extractelement <16 x float> %v1017, i64 8
  store float %v1274, ptr %v602, align 4
  %v1275 = extractelement <16 x float> %v1017, i64 9
  store float %v1275, ptr %v604, align 4
  %v1276 = extractelement <16 x float> %v1017, i64 10
  store float %v1276, ptr %v606, align 4
  %v1277 = extractelement <16 x float> %v1017, i64 11
  store float %v1277, ptr %v608, align 4
  %v1278 = extractelement <16 x float> %v1017, i64 12
  store float %v1278, ptr %v610, align 4
  %v1279 = extractelement <16 x float> %v1017, i64 13
  store float %v1279, ptr %v612, align 4
  %v1280 = extractelement <16 x float> %v1017, i64 14
  store float %v1280, ptr %v614, align 4
  %v1281 = extractelement <16 x float> %v1017, i64 15
  store float %v1281, ptr %v616, align 4
  %v1282 = extractelement <16 x float> %v1018, i64 0
  store float %v1282, ptr %v619, align 4
  %v1283 = extractelement <16 x float> %v1018, i64 1
  store float %v1283, ptr %v621, align 4
  %v1284 = extractelement <16 x float> %v1018, i64 2
  store float %v1284, ptr %v623, align 4
  %v1285 = extractelement <16 x float> %v1018, i64 3
  store float %v1285, ptr %v625, align 4
  %v1286 = extractelement <16 x float> %v1018, i64 4
  store float %v1286, ptr %v627, align 4
  %v1287 = extractelement <16 x float> %v1018, i64 5
  store float %v1287, ptr %v629, align 4
  %v1288 = extractelement <16 x float> %v1018, i64 6
  store float %v1288, ptr %v631, align 4
  %v1289 = extractelement <16 x float> %v1018, i64 7
  store float %v1289, ptr %v633, align 4
  %v1290 = extractelement <16 x float> %v1018, i64 8
  store float %v1290, ptr %v635, align 4
  %v1291 = extractelement <16 x float> %v1018, i64 9
  store float %v1291, ptr %v637, align 4
  %v1292 = extractelement <16 x float> %v1018, i64 10
  store float %v1292, ptr %v639, align 4
  %v1293 = extractelement <16 x float> %v1018, i64 11
  store float %v1293, ptr %v641, align 4
  %v1294 = extractelement <16 x float> %v1018, i64 12
  store float %v1294, ptr %v643, align 4
  %v1295 = extractelement <16 x float> %v1018, i64 13
  store float %v1295, ptr %v645, align 4
  %v1296 = extractelement <16 x float> %v1018, i64 14
  store float %v1296, ptr %v647, align 4
  %v1297 = extractelement <16 x float> %v1018, i64 15
  store float %v1297, ptr %v649, align 4
  %v1298 = extractelement <16 x float> %v1019, i64 0
  store float %v1298, ptr %v652, align 4
  %v1299 = extractelement <16 x float> %v1019, i64 1
  store float %v1299, ptr %v654, align 4
  %v1300 = extractelement <16 x float> %v1019, i64 2
  store float %v1300, ptr %v656, align 4
  %v1301 = extractelement <16 x float> %v1019, i64 3
  store float %v1301, ptr %v658, align 4
  %v1302 = extractelement <16 x float> %v1019, i64 4
  store float %v1302, ptr %v660, align 4
  %v1303 = extractelement <16 x float> %v1019, i64 5
  store float %v1303, ptr %v662, align 4
  %v1304 = extractelement <16 x float> %v1019, i64 6
  store float %v1304, ptr %v664, align 4
  %v1305 = extractelement <16 x float> %v1019, i64 7
  store float %v1305, ptr %v666, align 4
  %v1306 = extractelement <16 x float> %v1019, i64 8
  store float %v1306, ptr %v668, align 4
  %v1307 = extractelement <16 x float> %v1019, i64 9
  store float %v1307, ptr %v670, align 4
  %v1308 = extractelement <16 x float> %v1019, i64 10
  store float %v1308, ptr %v672, align 4
  %v1309 = extractelement <16 x float> %v1019, i64 11
  store float %v1309, ptr %v674, align 4
  %v1310 = extractelement <16 x float> %v1019, i64 12
  store float %v1310, ptr %v676, align 4
  %v1311 = extractelement <16 x float> %v1019, i64 13
  store float %v1311, ptr %v678, align 4
  %v1312 = extractelement <16 x float> %v1019, i64 14
  store float %v1312, ptr %v680, align 4
  %v1313 = extractelement <16 x float> %v1019, i64 15
  store float %v1313, ptr %v682, align 4
  %v1314 = extractelement <16 x float> %v1020, i64 0
  store float %v1314, ptr %v685, align 4
  %v1315 = extractelement <16 x float> %v1020, i64 1
  store float %v1315, ptr %v687, align 4
  %v1316 = extractelement <16 x float> %v1020, i64 2
  store float %v1316, ptr %v689, align 4
  %v1317 = extractelement <16 x float> %v1020, i64 3
  store float %v1317, ptr %v691, align 4
  %v1318 = extractelement <16 x float> %v1020, i64 4
  store float %v1318, ptr %v693, align 4
  %v1319 = extractelement <16 x float> %v1020, i64 5
  store float %v1319, ptr %v695, align 4
  %v1320 = extractelement <16 x float> %v1020, i64 6
  store float %v1320, ptr %v697, align 4
  %v1321 = extractelement <16 x float> %v1020, i64 7
  store float %v1321, ptr %v699, align 4
  %v1322 = extractelement <16 x float> %v1020, i64 8
  store float %v1322, ptr %v701, align 4
  %v1323 = extractelement <16 x float> %v1020, i64 9
  store float %v1323, ptr %v703, align 4
  %v1324 = extractelement <16 x float> %v1020, i64 10
  store float %v1324, ptr %v705, align 4
  %v1325 = extractelement <16 x float> %v1020, i64 11
  store float %v1325, ptr %v707, align 4
  %v1326 = extractelement <16 x float> %v1020, i64 12
  store float %v1326, ptr %v709, align 4
  %v1327 = extractelement <16 x float> %v1020, i64 13
  store float %v1327, ptr %v711, align 4
  %v1328 = extractelement <16 x float> %v1020, i64 14
  store float %v1328, ptr %v713, align 4
  %v1329 = extractelement <16 x float> %v1020, i64 15
  store float %v1329, ptr %v715, align 4
  %v1330 = extractelement <16 x float> %v1021, i64 0
  store float %v1330, ptr %v718, align 4
  %v1331 = extractelement <16 x float> %v1021, i64 1
  store float %v1331, ptr %v720, align 4
  %v1332 = extractelement <16 x float> %v1021, i64 2
  store float %v1332, ptr %v722, align 4
  %v1333 = extractelement <16 x float> %v1021, i64 3
  store float %v1333, ptr %v724, align 4
  %v1334 = extractelement <16 x float> %v1021, i64 4
  store float %v1334, ptr %v726, align 4
  %v1335 = extractelement <16 x float> %v1021, i64 5
  store float %v1335, ptr %v728, align 4
  %v1336 = extractelement <16 x float> %v1021, i64 6
  store float %v1336, ptr %v730, align 4
  %v1337 = extractelement <16 x float> %v1021, i64 7
  store float %v1337, ptr %v732, align 4
  %v1338 = extractelement <16 x float> %v1021, i64 8
  store float %v1338, ptr %v734, align 4
  %v1339 = extractelement <16 x float> %v1021, i64 9
  store float %v1339, ptr %v736, align 4
  %v1340 = extractelement <16 x float> %v1021, i64 10
  store float %v1340, ptr %v738, align 4
  %v1341 = extractelement <16 x float> %v1021, i64 11
  store float %v1341, ptr %v740, align 4
  %v1342 = extractelement <16 x float> %v1021, i64 12
  store float %v1342, ptr %v742, align 4
  %v1343 = extractelement <16 x float> %v1021, i64 13
  store float %v1343, ptr %v744, align 4
  %v1344 = extractelement <16 x float> %v1021, i64 14
  store float %v1344, ptr %v746, align 4
  %v1345 = extractelement <16 x float> %v1021, i64 15
  store float %v1345, ptr %v748, align 4
  %v1346 = extractelement <16 x float> %v1022, i64 0
  store float %v1346, ptr %v751, align 4
  %v1347 = extractelement <16 x float> %v1022, i64 1
  store float %v1347, ptr %v753, align 4
  %v1348 = extractelement <16 x float> %v1022, i64 2
  store float %v1348, ptr %v755, align 4
  %v1349 = extractelement <16 x float> %v1022, i64 3
  store float %v1349, ptr %v757, align 4
  %v1350 = extractelement <16 x float> %v1022, i64 4
  store float %v1350, ptr %v759, align 4
  %v1351 = extractelement <16 x float> %v1022, i64 5
  store float %v1351, ptr %v761, align 4
  %v1352 = extractelement <16 x float> %v1022, i64 6
  store float %v1352, ptr %v763, align 4
  %v1353 = extractelement <16 x float> %v1022, i64 7
  store float %v1353, ptr %v765, align 4
  %v1354 = extractelement <16 x float> %v1022, i64 8
  store float %v1354, ptr %v767, align 4
  %v1355 = extractelement <16 x float> %v1022, i64 9
  store float %v1355, ptr %v769, align 4
  %v1356 = extractelement <16 x float> %v1022, i64 10
  store float %v1356, ptr %v771, align 4
  %v1357 = extractelement <16 x float> %v1022, i64 11
  store float %v1357, ptr %v773, align 4
  %v1358 = extractelement <16 x float> %v1022, i64 12
  store float %v1358, ptr %v775, align 4
  %v1359 = extractelement <16 x float> %v1022, i64 13
  store float %v1359, ptr %v777, align 4
  %v1360 = extractelement <16 x float> %v1022, i64 14
  store float %v1360, ptr %v779, align 4
  %v1361 = extractelement <16 x float> %v1022, i64 15
  store float %v1361, ptr %v781, align 4
  %v1362 = extractelement <16 x float> %v1023, i64 0
  store float %v1362, ptr %v784, align 4
  %v1363 = extractelement <16 x float> %v1023, i64 1
  store float %v1363, ptr %v786, align 4
  %v1364 = extractelement <16 x float> %v1023, i64 2
  store float %v1364, ptr %v788, align 4
  %v1365 = extractelement <16 x float> %v1023, i64 3
  store float %v1365, ptr %v790, align 4
  %v1366 = extractelement <16 x float> %v1023, i64 4
  store float %v1366, ptr %v792, align 4
  %v1367 = extractelement <16 x float> %v1023, i64 5
  store float %v1367, ptr %v794, align 4
  %v1368 = extractelement <16 x float> %v1023, i64 6
  store float %v1368, ptr %v796, align 4
  %v1369 = extractelement <16 x float> %v1023, i64 7
  store float %v1369, ptr %v798, align 4
  %v1370 = extractelement <16 x float> %v1023, i64 8
  store float %v1370, ptr %v800, align 4
  %v1371 = extractelement <16 x float> %v1023, i64 9
  store float %v1371, ptr %v802, align 4
  %v1372 = extractelement <16 x float> %v1023, i64 10
  store float %v1372, ptr %v804, align 4
  %v1373 = extractelement <16 x float> %v1023, i64 11
  store float %v1373, ptr %v806, align 4
  %v1374 = extractelement <16 x float> %v1023, i64 12
  store float %v1374, ptr %v808, align 4
  %v1375 = extractelement <16 x float> %v1023, i64 13
  store float %v1375, ptr %v810, align 4
  %v1376 = extractelement <16 x float> %v1023, i64 14
  store float %v1376, ptr %v812, align 4
  %v1377 = extractelement <16 x float> %v1023, i64 15
  store float %v1377, ptr %v814, align 4
  %v1378 = extractelement <16 x float> %v1024, i64 0
  store float %v1378, ptr %v817, align 4
  %v1379 = extractelement <16 x float> %v1024, i64 1
  store float %v1379, ptr %v819, align 4
  %v1380 = extractelement <16 x float> %v1024, i64 2
  store float %v1380, ptr %v821, align 4
  %v1381 = extractelement <16 x float> %v1024, i64 3
  store float %v1381, ptr %v823, align 4
  %v1382 = extractelement <16 x float> %v1024, i64 4
  store float %v1382, ptr %v825, align 4
  %v1383 = extractelement <16 x float> %v1024, i64 5
  store float %v1383, ptr %v827, align 4
  %v1384 = extractelement <16 x float> %v1024, i64 6
  store float %v1384, ptr %v829, align 4
  %v1385 = extractelement <16 x float> %v1024, i64 7
  store float %v1385, ptr %v831, align 4
  %v1386 = extractelement <16 x float> %v1024, i64 8
  store float %v1386, ptr %v833, align 4
  %v1387 = extractelement <16 x float> %v1024, i64 9
  store float %v1387, ptr %v835, align 4
  %v1388 = extractelement <16 x float> %v1024, i64 10
  store float %v1388, ptr %v837, align 4
  %v1389 = extractelement <16 x float> %v1024, i64 11
  store float %v1389, ptr %v839, align 4
  %v1390 = extractelement <16 x float> %v1024, i64 12
  store float %v1390, ptr %v841, align 4
  %v1391 = extractelement <16 x float> %v1024, i64 13
  store float %v1391, ptr %v843, align 4
  %v1392 = extractelement <16 x float> %v1024, i64 14
  store float %v1392, ptr %v845, align 4
  %v1393 = extractelement <16 x float> %v1024, i64 15
  store float %v1393, ptr %v847, align 4
  %v1394 = extractelement <16 x float> %v1025, i64 0
  store float %v1394, ptr %v850, align 4
  %v1395 = extractelement <16 x float> %v1025, i64 1
  store float %v1395, ptr %v852, align 4
  %v1396 = extractelement <16 x float> %v1025, i64 2
  store float %v1396, ptr %v854, align 4
  %v1397 = extractelement <16 x float> %v1025, i64 3
  store float %v1397, ptr %v856, align 4
  %v1398 = extractelement <16 x float> %v1025, i64 4
  store float %v1398, ptr %v858, align 4
  %v1399 = extractelement <16 x float> %v1025, i64 5
  store float %v1399, ptr %v860, align 4
  %v1400 = extractelement <16 x float> %v1025, i64 6
  store float %v1400, ptr %v862, align 4
  %v1401 = extractelement <16 x float> %v1025, i64 7
  store float %v1401, ptr %v864, align 4
  %v1402 = extractelement <16 x float> %v1025, i64 8
  store float %v1402, ptr %v866, align 4
  %v1403 = extractelement <16 x float> %v1025, i64 9
  store float %v1403, ptr %v868, align 4
  %v1404 = extractelement <16 x float> %v1025, i64 10
  store float %v1404, ptr %v870, align 4
  %v1405 = extractelement <16 x float> %v1025, i64 11
  store float %v1405, ptr %v872, align 4
  %v1406 = extractelement <16 x float> %v1025, i64 12
  store float %v1406, ptr %v874, align 4
  %v1407 = extractelement <16 x float> %v1025, i64 13
  store float %v1407, ptr %v876, align 4
  %v1408 = extractelement <16 x float> %v1025, i64 14
  store float %v1408, ptr %v878, align 4
  %v1409 = extractelement <16 x float> %v1025, i64 15
  store float %v1409, ptr %v880, align 4
  br label %i3.last
i3.last:
  %i3.next = add nsw i64 %i3, 1
  br label %i3.head
i3.done:
  br label %i2.last
i2.last:
  %i2.next = add nsw i64 %i2, 1
  br label %i2.head
i2.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
